import type { ChannelPayload } from '@plaudit/contracts';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A channel that no longer exists, for those who keep a copy of the channels, for snapshots of the channels, and as the owner of its
 * rating history.
 */
@Entity('deleted_channels')
@Index('deleted_channels_time_idx', ['sub_account_id', 'deleted_on', 'channel_id'])
export class DeletedChannelEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'deleted_channels_pkey' }) channel_id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** The begin of the transaction that deleted it. */
  @Column('timestamptz', { default: () => 'now()' }) deleted_on: Date;
  /** aggregateversion of its `channel.deleted`. Null if a release deleted it that did not keep the last state. */
  @Column('bigint', { nullable: true }) version: number | null;
  /** What `channel.deleted` said of the channel, without `keep_reviews`. Null like `version`. */
  @Column('jsonb', { nullable: true }) last_state: ChannelPayload | null;
}
