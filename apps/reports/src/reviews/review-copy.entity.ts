import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What reports need of a review. `review_days` and `tag_days` count these rows. */
@Entity('reviews')
@Index('reviews_owner_idx', ['account_id', 'sub_account_id', 'posted_on'])
@Index('reviews_dated_replies_idx', { synchronize: false })
@Index('reviews_deleted_idx', { synchronize: false })
export class ReviewCopyEntity {
  @PrimaryColumn('bigint') id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** 0 for a review without a channel. */
  @Column('bigint') channel_id: number;
  /** Slug of the platform; `custom` for a review that never had a channel. */
  @Column('text') type: string;
  /** Name of the platform or of the custom source. */
  @Column('text') label: string;
  @Column('numeric', { nullable: true }) rating_value: string | null;
  @Column('integer') rating_scale: number;
  /** 1 to 5; null without a rating. */
  @Column('smallint', { nullable: true }) star: number | null;
  @Column('timestamptz') posted_on: Date;
  /** The day of a date without a time; `-infinity` of an unknown date; null for a date with a time. */
  @Column('date', { nullable: true }) posted_day: string | null;
  @Column('bigint', { array: true, default: '{}' }) tag_ids: number[];
  /** True if the owner replied on the platform. */
  @Column('boolean') replied: boolean;
  /** Seconds from the review to the reply; null if the platform does not date it. Never below 0. */
  @Column('bigint', { nullable: true }) reply_seconds: number | null;
  /** The day on which the review counts in the `counted_timezone` of the sub account, if the reply is dated. An index leads from it to the replies. */
  @Column('date', { nullable: true }) review_day: string | null;
  /** aggregateversion of the event that this state comes from. */
  @Column('bigint') version: number;
  @Column('boolean', { default: false }) deleted: boolean;
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
