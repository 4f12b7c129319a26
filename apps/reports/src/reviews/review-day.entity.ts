import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * The reviews of one channel that were posted on one local day. Reviews without a channel have the channel 0 and one row per
 * label. A channel with several rating scales has one row per scale, so that the sums stay exact.
 */
@Entity('review_days')
@Index('review_days_day_idx', ['account_id', 'sub_account_id', 'day'])
export class ReviewDayEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('bigint') sub_account_id: number;
  /** 0 for reviews without a channel. */
  @PrimaryColumn('bigint') channel_id: number;
  /** The day in the `counted_timezone` of the sub account. */
  @PrimaryColumn('date') day: string;
  @PrimaryColumn('text') type: string;
  @PrimaryColumn('text') label: string;
  @PrimaryColumn('integer') rating_scale: number;
  /** All reviews, also those without a rating. */
  @Column('integer') reviews: number;
  @Column('integer') star_1: number;
  @Column('integer') star_2: number;
  @Column('integer') star_3: number;
  @Column('integer') star_4: number;
  @Column('integer') star_5: number;
  /** Sum of the ratings on `rating_scale`, each at most `rating_scale`. */
  @Column('numeric') rating_sum: string;
  /** Reviews that the owner replied to. */
  @Column('integer') replied: number;
  /** When a review of the day was last added, changed or removed. */
  @Column('timestamptz', { default: () => 'now()' }) changed_on: Date;
}
