import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sub account that the reports know. Its row is the lock under which its projections change. */
@Entity('sub_accounts')
@Index('sub_accounts_account_idx', ['account_id'])
export class SubAccountEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('bigint') account_id: number;
  /** The zone that its users chose. Null for that of the account, or REPORT_TIMEZONE. */
  @Column('text', { nullable: true }) timezone: string | null;
  /** The zone whose days `review_days` and `tag_days` count. It differs from the wanted one until they are counted again. */
  @Column('text') counted_timezone: string;
  /** Grows with every change that a report may show. */
  @Column('bigint', { default: 1 }) rev: number;
  /** When its days are to be counted again from its reviews. Null if nothing has changed since they were. */
  @Column('timestamptz', { nullable: true }) recount_due_at: Date | null;
  /**
   * False if only snapshots told of it, which also have records of sub accounts that were deleted before. The gateway is asked whether
   * it exists before its figures are shown to others.
   */
  @Column('boolean', { default: true }) confirmed: boolean;
  /** When it was deleted. Its figures no longer belong to its account's reports. */
  @Column('timestamptz', { nullable: true }) closed_on: Date | null;
}
