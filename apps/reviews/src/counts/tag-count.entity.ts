import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How many reviews of a sub account have a tag. ReviewCountsRepository updates it with every write. */
@Entity('tag_counts')
export class TagCountEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('bigint') tag_id: number;
  @Column('bigint') total: number;
}
