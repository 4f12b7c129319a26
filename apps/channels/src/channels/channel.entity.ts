import type { ChannelStatus, ProfileErrorCode } from '@plaudit/contracts';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import type { Notice } from '../platforms/platform';

/** A profile on a review platform that a sub account has connected. */
@Entity('channels')
@Unique('channels_profile_key', ['sub_account_id', 'type', 'identity'])
@Index('channels_owner_idx', ['account_id', 'sub_account_id', 'id'])
@Index('channels_group_idx', { synchronize: false })
@Index('channels_failing_idx', { synchronize: false })
@Check('channels_status_check', "status in ('pending', 'active', 'error', 'disabled')")
export class ChannelEntity {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'channels_pkey',
  })
  id: number;

  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;

  /** Increases with every event about the channel. */
  @Column('integer', { default: 1 }) version: number;

  /** Platform slug. */
  @Column('text') type: string;

  /** Identifies the profile to the platform's adapter. */
  @Column('jsonb') profile_key: Record<string, string>;

  /** Equal for every spelling of the same profile URL. */
  @Column('text') identity: string;

  @Column('text') name: string;
  @Column('text', { nullable: true }) url: string | null;

  /** Official score, two decimals, on `rating_scale`. */
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;

  /** Created minus deleted reviews. Their events may arrive out of order, so it can be below zero for a moment. */
  @Column('integer', { default: 0 }) collected_reviews: number;

  /** Time of the newest event in `collected_reviews`. For a channel without one, the time at which the channel was added. */
  @Column('timestamptz', { default: () => 'now()' }) counted_until: Date;
  /** `collected_reviews` was set to the owner's count of this time. Events up to it are not counted any more. */
  @Column('timestamptz', { nullable: true }) reconciled_as_of: Date | null;

  /** The property that the channel belongs to. It may have been deleted a moment ago. */
  @Column('bigint', { nullable: true }) group_id: number | null;

  @Column('boolean', { default: false }) auto_approve: boolean;
  @Column('boolean', { default: false }) auto_approve_4_stars: boolean;
  @Column('text', { array: true, nullable: true }) stores: string[] | null;
  @Column('text', { array: true, nullable: true }) countries: string[] | null;

  /** The customer's tokens as encrypted JSON. */
  @Column('bytea', { nullable: true }) credentials: Buffer | null;

  @Column('text', { default: 'pending' }) status: ChannelStatus;
  @Column('text', { nullable: true }) error_code: ProfileErrorCode | null;
  @Column('text', { nullable: true }) error_msg: string | null;
  @Column('integer', { default: 0 }) consecutive_failures: number;

  /** When a user last requested a refresh. */
  @Column('timestamptz', { nullable: true }) refreshed_on: Date | null;
  /** When the last crawl ended, successful or not. */
  @Column('timestamptz', { nullable: true }) last_checked: Date | null;
  @Column('timestamptz', { nullable: true }) last_success_on: Date | null;
  /** Date of the newest collected review. */
  @Column('timestamptz', { nullable: true }) last_review_on: Date | null;

  /** What the last crawls could not understand. */
  @Column('jsonb', { default: () => "'[]'" }) notices: Notice[];

  @Column('jsonb', { nullable: true }) meta: Record<string, unknown> | null;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
}
