import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ChannelEntity } from '../../channels/channel.entity';
import type { DatePrecision } from '@plaudit/contracts';

/** A review that was read, with a hash of its content, so that an unchanged review is not published again. */
@Entity('seen_reviews')
@Index('seen_reviews_derived_id_idx', { synchronize: false })
export class SeenReviewEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'seen_reviews_pkey' }) channel_id: number;

  @ManyToOne(() => ChannelEntity, { nullable: false, onDelete: 'CASCADE' })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'seen_reviews_channel_id_fkey' })
  channel?: ChannelEntity;

  @PrimaryColumn('text', { primaryKeyConstraintName: 'seen_reviews_pkey' }) external_id: string;
  /** The id that is derived from its content now, if it keeps a former one. */
  @Column('text', { nullable: true }) derived_id: string | null;
  @Column('text') content_hash: string;
  @Column('timestamptz') posted_on: Date;
  @Column('text') posted_precision: DatePrecision;
  /** Number of the last crawl that read it. */
  @Column('integer') run: number;
  /** True if it came from a file and no crawl has read it. Such a review cannot be missing. */
  @Column('boolean', { default: false }) imported: boolean;
  /** True if the platform has never shown it, and only said that it exists. Such a review is not collected. */
  @Column('boolean', { default: false }) hidden: boolean;
  /** Complete crawls since then, up to GONE_AFTER. */
  @Column('smallint', { default: 0 }) missed: number;
}
