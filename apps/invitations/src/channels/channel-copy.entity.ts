import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What invitations know of a channel. A deleted one keeps its row, so that an older event does not bring it back. */
@Entity('channel_copies')
@Index('channel_copies_owner_idx', ['sub_account_id', 'id'])
export class ChannelCopyEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** The platform's slug, such as `app_store`. */
  @Column('text') type: string;
  @Column('text') label: string;
  @Column('text') name: string;
  /** Address of the public profile, where people write reviews. Null if the platform has none. */
  @Column('text', { nullable: true }) url: string | null;
  /** The `aggregateversion` of the newest event that was applied. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  /** When that event was applied. */
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
