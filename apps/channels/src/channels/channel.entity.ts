import type { ChannelStatus, ProfileErrorCode } from '@plaudit/contracts';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A profile on a platform that a sub account is connected to. */
@Entity('channels')
@Unique('channels_profile_key', ['sub_account_id', 'type', 'identity'])
@Index('channels_account_id_idx', ['account_id'])
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

  /** Grows with every event about the channel. */
  @Column('integer', { default: 1 }) version: number;

  /** Platform slug. */
  @Column('text') type: string;

  /** What the platform's adapter needs to find the profile. */
  @Column('jsonb') profile_key: Record<string, string>;

  /** Equal for every spelling of one profile. */
  @Column('text') identity: string;

  @Column('text') name: string;
  @Column('text', { nullable: true }) url: string | null;

  /** Official score, two decimals, on `rating_scale`. */
  @Column('double precision', { nullable: true }) score: number | null;
  @Column('integer') rating_scale: number;
  @Column('bigint', { nullable: true }) reviews: number | null;

  /** Created minus deleted events of reviews; those may come out of order, so it may be below zero for a moment. */
  @Column('integer', { default: 0 }) collected_reviews: number;

  /** The property it belongs to. */
  @Column('bigint', { nullable: true }) group_id: number | null;

  @Column('boolean', { default: false }) auto_approve: boolean;
  @Column('boolean', { default: false }) auto_approve_4_stars: boolean;
  @Column('text', { array: true, nullable: true }) stores: string[] | null;
  @Column('text', { array: true, nullable: true }) countries: string[] | null;

  /** Sealed JSON of the customer's tokens. */
  @Column('bytea', { nullable: true }) credentials: Buffer | null;

  @Column('text', { default: 'pending' }) status: ChannelStatus;
  @Column('text', { nullable: true }) error_code: ProfileErrorCode | null;
  @Column('text', { nullable: true }) error_msg: string | null;
  @Column('integer', { default: 0 }) consecutive_failures: number;

  /** When a user last asked for a refresh. */
  @Column('timestamptz', { nullable: true }) refreshed_on: Date | null;
  /** End of the last crawl, good or bad. */
  @Column('timestamptz', { nullable: true }) last_checked: Date | null;
  @Column('timestamptz', { nullable: true }) last_success_on: Date | null;
  /** Date of the newest collected review. */
  @Column('timestamptz', { nullable: true }) last_review_on: Date | null;

  @Column('jsonb', { nullable: true }) meta: Record<string, unknown> | null;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
}
