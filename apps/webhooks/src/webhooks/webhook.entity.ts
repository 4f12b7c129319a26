import type { MakerType, WebhookDisableReason } from '@plaudit/contracts';
import { Check, Column, Entity, Index, PrimaryGeneratedColumn, type ValueTransformer } from 'typeorm';

/** node-postgres returns the elements of a bigint array as strings. */
const numbers: ValueTransformer = {
  to: (ids: number[] | null) => ids,
  from: (ids: (string | number)[] | null) => ids?.map(Number) ?? null,
};

export type WebhookFormat = 'standard' | 'legacy';
export type DisabledReason = 'manual' | WebhookDisableReason;

@Entity('webhooks')
@Index('webhooks_owner_url_key', { synchronize: false })
@Index('webhooks_account_idx', { synchronize: false })
@Check('webhooks_format_check', `format in ('standard', 'legacy')`)
@Check('webhooks_maker_type_check', `maker_type in ('key', 'user')`)
export class WebhookEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  /** Null if the webhook belongs to the whole account, because a caller that manages the account added it. */
  @Column('bigint', { nullable: true }) owner_sub_account_id: number | null;
  /** Normalised. Unique per owner among the webhooks that are not deleted. */
  @Column('text') url: string;
  @Column('text', { array: true }) events: string[];
  /** Empty means no filter. */
  @Column('bigint', { array: true, transformer: numbers }) sub_account_ids: number[];
  /** Empty means no filter. */
  @Column('bigint', { array: true, transformer: numbers }) channel_ids: number[];
  @Column('double precision', { nullable: true }) min_rating: number | null;
  @Column('double precision', { nullable: true }) max_rating: number | null;
  @Column('boolean') skip_backfill: boolean;
  @Column('boolean') active: boolean;
  @Column('text') format: WebhookFormat;
  @Column('text', { nullable: true }) description: string | null;
  /** The signing secret, encrypted. */
  @Column('bytea') secret_enc: Buffer;
  /** The last characters of the secret: enough to tell secrets apart, too few to guess one. */
  @Column('text') secret_hint: string;
  /** The secret before a rotation. It signs beside the new one until `prev_secret_until`. */
  @Column('bytea', { nullable: true }) prev_secret_enc: Buffer | null;
  @Column('timestamptz', { nullable: true }) prev_secret_until: Date | null;
  @Column('timestamptz', { nullable: true }) paused_on: Date | null;
  @Column('text', { nullable: true }) disabled_reason: DisabledReason | null;
  /** The number of test calls since `tested_since`, at most ten a minute. */
  @Column('smallint') test_calls: number;
  @Column('timestamptz', { nullable: true }) tested_since: Date | null;
  /** The key or user that decided last what is sent where. Null for a webhook that is older than this column. */
  @Column('text', { nullable: true }) maker_type: MakerType | null;
  @Column('bigint', { nullable: true }) maker_id: number | null;
  @Column('text', { nullable: true }) maker_name: string | null;
  /** The sub accounts that the maker may still read. Null if the maker lost none since. */
  @Column('bigint', { array: true, nullable: true, transformer: numbers }) reach: number[] | null;
  /** Increases by one with every event about the webhook. */
  @Column('integer', { default: 1 }) version: number;
  @Column('timestamptz') created_on: Date;
  @Column('timestamptz') updated_on: Date;
  @Column('timestamptz', { nullable: true }) deleted_on: Date | null;
}
