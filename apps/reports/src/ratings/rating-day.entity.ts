import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The official figures of a channel on one local day, as its last crawl of that day read them. */
@Entity('rating_days')
@Index('rating_days_owner_idx', ['account_id', 'sub_account_id', 'day'])
export class RatingDayEntity {
  @PrimaryColumn('bigint') channel_id: number;
  /** The day of `checked_on` in the zone that the sub account had then. A later change of the zone does not move it. */
  @PrimaryColumn('date') day: string;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** On `rating_scale`; null if the platform showed none. */
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;
  @Column('timestamptz') checked_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) applied_on: Date;
}
