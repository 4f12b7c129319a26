import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The reviews with one tag that were posted on one local day. */
@Entity('tag_days')
export class TagDayEntity {
  @PrimaryColumn('bigint') account_id: number;
  @PrimaryColumn('bigint') sub_account_id: number;
  @PrimaryColumn('bigint') tag_id: number;
  /** The day in the `counted_timezone` of the sub account. */
  @PrimaryColumn('date') day: string;
  /** 0 for reviews without a channel. */
  @PrimaryColumn('bigint') channel_id: number;
  @PrimaryColumn('text') type: string;
  @PrimaryColumn('integer') rating_scale: number;
  @Column('integer') reviews: number;
  @Column('integer') rated: number;
  /** Sum of the ratings on `rating_scale`, each at most `rating_scale`. */
  @Column('numeric') rating_sum: string;
}
