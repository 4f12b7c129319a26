import type { DatePrecision, ReviewMedia, ReviewOrigin, ReviewReply } from '@plaudit/contracts';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/**
 * Maps the table. REVIEW_JSON builds the form that clients see, and the migrations create the indexes. The columns of new
 * rows come from this class.
 */
@Entity('reviews')
@Check('reviews_status_check', 'status between 0 and 2')
@Check('reviews_rating_check', 'rating_value is null or (rating_value >= 0 and rating_value <= rating_scale)')
@Check('reviews_origin_check', 'channel_id is null or source_id is null')
@Index('reviews_newest_idx', { synchronize: false })
@Index('reviews_status_newest_idx', { synchronize: false })
@Index('reviews_channel_external_idx', { synchronize: false })
@Index('reviews_source_external_idx', { synchronize: false })
@Index('reviews_channel_newest_idx', { synchronize: false })
@Index('reviews_fingerprint_idx', { synchronize: false })
@Index('reviews_from_email_idx', { synchronize: false })
@Index('reviews_rating_newest_idx', { synchronize: false })
@Index('reviews_source_newest_idx', { synchronize: false })
@Index('reviews_media_newest_idx', { synchronize: false })
@Index('reviews_photo_newest_idx', { synchronize: false })
@Index('reviews_updated_idx', ['sub_account_id', 'updated_on', 'id'])
@Index('reviews_best_idx', { synchronize: false })
@Index('reviews_facet_idx', [
  'sub_account_id',
  'status',
  'star',
  'platform',
  'language',
  'channel_id',
  'source_id',
])
@Index('reviews_kept_newest_idx', { synchronize: false })
@Index('reviews_kept_external_idx', { synchronize: false })
@Index('reviews_invite_idx', { synchronize: false })
@Index('reviews_removed_idx', { synchronize: false })
export class ReviewEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** Grows by one with every change. It is the event's aggregateversion. */
  @Column('integer', { default: 1 }) version: number;
  @Column('bigint', { nullable: true }) channel_id: number | null;
  @Column('bigint', { nullable: true }) source_id: number | null;
  @Column('text', { nullable: true }) external_id: string | null;
  @Column('text') platform: string;
  @Column('text') label: string;
  @Column('text') origin: ReviewOrigin;
  @Column('boolean', { default: false }) backfill: boolean;
  /** The invitation request on whose landing page the review was written. It stays when the author is erased. */
  @Column('bigint', { nullable: true }) invite_id: number | null;
  /** Index into REVIEW_STATUSES. */
  @Column('smallint', { default: 0 }) status: number;
  @Column('text') text: string;
  @Column('text') from_name: string;
  @Column('text', { nullable: true }) from_image: string | null;
  @Column('text', { nullable: true }) from_url: string | null;
  /** Stored for invitations and erasure, but never shown. */
  @Column('text', { nullable: true }) from_email: string | null;
  @Column('text', { nullable: true }) post_url: string | null;
  @Column('numeric', { nullable: true, precision: 6, scale: 2 }) rating_value: string | null;
  @Column('smallint', { default: 5 }) rating_scale: number;
  /** The rating on a scale of five, unrounded; null without a rating. */
  @Column('double precision', { nullable: true }) rating: number | null;
  /** 1 to 5, for filters and sentiment; null without a rating. */
  @Column('smallint', { nullable: true }) star: number | null;
  @Column('timestamp with time zone', { precision: 0 }) posted_on: Date;
  /** Null for reviews that were stored before it was recorded. */
  @Column('text', { nullable: true }) posted_precision: DatePrecision | null;
  @Column('text', { nullable: true }) language: string | null;
  @Column('jsonb', { nullable: true }) additional: Record<string, unknown> | null;
  @Column('jsonb', { default: () => "'[]'" }) media: ReviewMedia[];
  @Column('jsonb', { nullable: true }) reply: ReviewReply | null;
  @Column('boolean', { default: false }) verified: boolean;
  @Column('bigint', { array: true, default: '{}' }) tag_ids: number[];
  @Column('bytea') fingerprint: Buffer;
  /** See shownContentHash; null for reviews without a channel. */
  @Column('text', { nullable: true }) content_hash: string | null;
  /** aggregateversion of the last page that contained the review; null for reviews without a channel. */
  @Column('integer', { nullable: true }) collected_version: number | null;
  /** Fields that a user changed. Later edits on the platform do not change them. */
  @Column('text', { array: true, default: '{}' }) edited_fields: string[];
  @Column('timestamp with time zone', { precision: 0, nullable: true }) removed_on: Date | null;
  @Column('timestamp with time zone', { default: () => 'now()' }) created_on: Date;
  @Column('timestamp with time zone', { default: () => 'now()' }) updated_on: Date;
}
