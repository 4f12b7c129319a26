import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What invitations know of a sub account. A deleted one keeps its row, so that an older event does not bring it back. */
@Entity('businesses')
@Index('businesses_account_idx', ['account_id'])
export class BusinessEntity {
  @PrimaryColumn('bigint') sub_account_id: number;
  @Column('bigint') account_id: number;
  @Column('text') name: string;
  /** True for the account's main sub account, whose name is that of the account. */
  @Column('boolean') main: boolean;
  /** The `aggregateversion` of the newest event about the sub account that was applied. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  /** When that event was applied. */
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
