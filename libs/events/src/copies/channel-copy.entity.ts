import { Column, PrimaryColumn } from 'typeorm';

/**
 * The columns that every service's copy of a channel has. A deleted channel keeps its row, so that an older event that arrives
 * late does not bring it back.
 */
export abstract class CopiedChannelEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** `aggregateversion` of the newest event that was applied. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  /** When that event was applied. */
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
