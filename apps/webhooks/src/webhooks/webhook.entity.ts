import { Check, Column, Entity, Index, PrimaryGeneratedColumn, type ValueTransformer } from 'typeorm';

/** node-postgres reads arrays of bigint as texts. */
const numbers: ValueTransformer = {
  to: (ids: number[]) => ids,
  from: (ids: (string | number)[]) => ids.map(Number),
};

export type WebhookFormat = 'standard' | 'legacy';
export type DisabledReason = 'manual' | 'failing' | 'gone' | 'blocked';

@Entity('webhooks')
@Index('webhooks_owner_url_key', { synchronize: false })
@Index('webhooks_account_idx', { synchronize: false })
@Check('webhooks_format_check', `format in ('standard', 'legacy')`)
export class WebhookEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: number;

  @Column('bigint', { name: 'account_id' })
  accountId: number;

  /** Null: made with a key of the main sub account, for the whole account. */
  @Column('bigint', { name: 'owner_sub_account_id', nullable: true })
  ownerSubAccountId: number | null;

  /** Normalised; unique per owner while not deleted. */
  @Column('text')
  url: string;

  @Column('text', { array: true })
  events: string[];

  @Column('bigint', { name: 'sub_account_ids', array: true, transformer: numbers })
  subAccountIds: number[];

  @Column('bigint', { name: 'channel_ids', array: true, transformer: numbers })
  channelIds: number[];

  @Column('double precision', { name: 'min_rating', nullable: true })
  minRating: number | null;

  @Column('double precision', { name: 'max_rating', nullable: true })
  maxRating: number | null;

  @Column('boolean', { name: 'skip_backfill' })
  skipBackfill: boolean;

  @Column('boolean')
  active: boolean;

  @Column('text')
  format: WebhookFormat;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('bytea', { name: 'secret_enc' })
  secretEnc: Buffer;

  /** Enough to tell secrets apart, too little to guess one. */
  @Column('text', { name: 'secret_hint' })
  secretHint: string;

  /** Signs beside the new one while a rotation's grace lasts. */
  @Column('bytea', { name: 'prev_secret_enc', nullable: true })
  previousSecretEnc: Buffer | null;

  @Column('timestamptz', { name: 'prev_secret_until', nullable: true })
  previousSecretUntil: Date | null;

  @Column('timestamptz', { name: 'paused_on', nullable: true })
  pausedOn: Date | null;

  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason: DisabledReason | null;

  /** Test calls since `testedSince`, at most ten a minute. */
  @Column('smallint', { name: 'test_calls' })
  testCalls: number;

  @Column('timestamptz', { name: 'tested_since', nullable: true })
  testedSince: Date | null;

  @Column('timestamptz', { name: 'created_on' })
  createdOn: Date;

  @Column('timestamptz', { name: 'updated_on' })
  updatedOn: Date;

  @Column('timestamptz', { name: 'deleted_on', nullable: true })
  deletedOn: Date | null;
}
