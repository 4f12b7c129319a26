import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many transactions have changed the reviews of a sub account. Widgets compares it with what it shows. */
@Entity('review_revs')
export class ReviewRevEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('bigint') rev: number;
}
