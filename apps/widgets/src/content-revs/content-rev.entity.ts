import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One counter per sub account. Every change that one of its widgets could show raises it by one. */
@Entity('rev')
export class ContentRevEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('bigint') rev: number;
  /** The rev of the reviews service up to which `rev` includes changes. */
  @Column('bigint', { default: 0 }) reviews_rev: number;
}
