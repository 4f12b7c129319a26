import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ChannelEntity } from '../channels/channel.entity';
import type { Checkpoint } from './checkpoint';

/** First crawls before what a user asked for before the daily round. */
export const PRIORITY = { first: 0, asked: 1, daily: 2 } as const;

/** `backfill` reads the whole history, until it has succeeded once. */
export type CrawlMode = 'backfill' | 'incremental';

/** When a channel is crawled next, who is at it, and how far it is. One row per channel, for good. */
@Entity('crawls')
@Unique('crawls_channel_id_key', ['channel_id'])
@Index('crawls_due_at_idx', ['platform', 'due_at'])
@Index('crawls_turn_idx', ['account_id', 'platform', 'claimed_at'])
@Check('crawls_mode_check', "mode in ('backfill', 'incremental')")
export class CrawlEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'crawls_pkey',
  })
  id: number;

  @Column('bigint') channel_id: number;

  @ManyToOne(() => ChannelEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'crawls_channel_id_fkey' })
  channel?: ChannelEntity;

  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  @Column('text') platform: string;
  @Column('text', { default: 'backfill' }) mode: CrawlMode;
  @Column('smallint', { default: PRIORITY.first }) priority: number;

  /** Null while the channel is disabled, or its sub account is closed. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) due_at: Date | null;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  @Column('uuid', { nullable: true }) lease_id: string | null;
  @Column('timestamptz', { nullable: true }) claimed_at: Date | null;

  /** Counts the crawls; tells what was met in this one from what was met before. */
  @Column('integer', { default: 0 }) run: number;
  /** Claims since the last page that was stored: more than a few mean that this crawl kills its worker. */
  @Column('integer', { default: 0 }) attempts: number;
  /** Where a crawl that is under way goes on; null when none is. */
  @Column('jsonb', { nullable: true }) checkpoint: Checkpoint | null;
  @Column('integer', { default: 0 }) pages_done: number;
  @Column('integer', { default: 0 }) reviews_seen: number;
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
}
