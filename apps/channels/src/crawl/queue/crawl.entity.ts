import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ChannelEntity } from '../../channels/channel.entity';
import type { DoubtedFigures } from '../outcome/official-figures';
import type { Validators } from '../http/page-validators';
import type { Checkpoint } from '../run/checkpoint';
import type { CrawlMode } from './sweep-rule';

/** Lower runs first: a first crawl, then a crawl that a user requested, then the daily crawl. */
export const PRIORITY = { first: 0, requested: 1, daily: 2 } as const;

/** The crawl schedule, lease and progress of a channel. Every channel has exactly one row. */
@Entity('crawls')
@Unique('crawls_channel_id_key', ['channel_id'])
@Index('crawls_due_at_idx', ['platform', 'due_at'])
@Index('crawls_priority_idx', ['platform', 'priority', 'due_at'])
@Index('crawls_leased_idx', ['platform', 'lease_until'], { where: 'lease_until is not null' })
@Index('crawls_turn_idx', ['account_id', 'platform', 'claimed_at'])
@Check('crawls_mode_check', "mode in ('backfill', 'incremental', 'sweep')")
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

  /** Null while the channel is disabled or its sub account is deleted. */
  @Column('timestamptz', { nullable: true, default: () => 'now()' }) due_at: Date | null;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  @Column('uuid', { nullable: true }) lease_id: string | null;
  @Column('timestamptz', { nullable: true }) claimed_at: Date | null;

  /** The number of the crawl. A seen review stores it, so that a crawl recognises reviews that it has read itself. */
  @Column('integer', { default: 0 }) run: number;
  /** Claims since the last stored page. More than a few mean that the crawl kills its worker. */
  @Column('integer', { default: 0 }) attempts: number;
  /** Where a crawl in progress continues; null if none is in progress. */
  @Column('jsonb', { nullable: true }) checkpoint: Checkpoint | null;
  @Column('integer', { default: 0 }) pages_done: number;
  @Column('integer', { default: 0 }) reviews_seen: number;
  /** How many of them were not known before. */
  @Column('integer', { default: 0 }) reviews_new: number;
  /** How many of them had changed. */
  @Column('integer', { default: 0 }) reviews_changed: number;
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  /** When a crawl last read everything that the platform lists, up to its maximum of pages. Null if none did. */
  @Column('timestamptz', { nullable: true }) swept_on: Date | null;
  /** The ETag and Last-Modified of the first pages, by URL. Null if the next crawl must read them. */
  @Column('jsonb', { nullable: true }) validators: Validators | null;
  /** Figures that fell in the last successful crawl; null before the first one. */
  @Column('jsonb', { nullable: true }) doubted_figures: DoubtedFigures | null;
  /** The trace of the request that queued the crawl. Null for a daily crawl. */
  @Column('text', { nullable: true }) traceparent: string | null;
}
