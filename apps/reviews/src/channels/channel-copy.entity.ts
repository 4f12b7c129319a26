import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The part of a channel that this service needs, kept up to date by the channel's events. It stays after the channel is
 * deleted, so that late pages are dropped.
 */
@Entity('channel_copies')
@Index('channel_copies_sub_account_idx', ['sub_account_id'])
export class ChannelCopyEntity {
  @PrimaryColumn('bigint') channel_id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') name: string;
  /** The property that the channel belongs to. */
  @Column('bigint', { nullable: true }) group_id: number | null;
  /** aggregateversion of the newest event applied. */
  @Column('integer') version: number;
  /** When this service last stored an event of the channel. */
  @Column('timestamp with time zone', { default: () => 'now()' }) applied_on: Date;
  @Column('timestamp with time zone', { nullable: true }) deleted_on: Date | null;
  /** True while reviews of a deleted channel are still to be removed or detached. */
  @Column('boolean', { default: false }) cleanup_pending: boolean;
  @Column('boolean', { default: false }) keep_reviews: boolean;
}
