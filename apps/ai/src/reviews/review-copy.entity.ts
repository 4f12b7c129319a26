import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What this service needs of a review. It knows nothing about the author. */
@Entity('reviews')
@Index('reviews_readable_idx', { synchronize: false })
@Index('reviews_newest_idx', { synchronize: false })
@Index('reviews_rated_idx', { synchronize: false })
@Index('reviews_deleted_idx', { synchronize: false })
export class ReviewCopyEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** 0 for a review without a channel. */
  @Column('bigint') channel_id: number;
  @Column('numeric', { nullable: true }) rating_value: string | null;
  @Column('integer') rating_scale: number;
  /** 1 to 5; null without a rating. */
  @Column('smallint', { nullable: true }) star: number | null;
  /** Empty if the review is deleted. */
  @Column('text') text: string;
  /** False for a text without two letters. */
  @Column('boolean') readable: boolean;
  @Column('text', { nullable: true }) language: string | null;
  @Column('timestamptz') posted_on: Date;
  /** aggregateversion of the event that this state comes from. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
