import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ChannelCopy } from './channel-copy';

/** A deleted channel keeps its row, so that an older event that arrives late does not bring it back. */
@Entity('channels')
@Index('channels_owner_idx', ['account_id', 'sub_account_id', 'id'])
export class ChannelCopyEntity implements ChannelCopy {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  @Column('text') label: string;
  @Column('text', { nullable: true }) url: string | null;
  @Column('text') type: string;
  @Column('bigint', { nullable: true }) group_id: number | null;
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;
  /** The `aggregateversion` of the newest event that was applied. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  /** When that event was applied. */
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
