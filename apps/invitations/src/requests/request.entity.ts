import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Delivery, InviteType, RenderedMessage, RequestStatus, SkipReason } from './request';

/** An invitation, or a reminder that follows one. */
@Entity('requests')
@Check('requests_type_check', "type in ('email', 'sms')")
@Check('requests_step_check', '(step = 0) = (parent_id is null)')
@Check(
  'requests_status_check',
  "status in ('pending', 'sending', 'sent', 'reviewed', 'unsubscribed', 'failed', 'cancelled', 'skipped')",
)
@Index('requests_list_idx', { synchronize: false })
@Index('requests_due_idx', { synchronize: false })
@Index('requests_lease_idx', { synchronize: false })
@Index('requests_recipient_idx', { synchronize: false })
@Index('requests_parent_idx', { synchronize: false })
@Index('requests_reference_key', { synchronize: false })
@Index('requests_message_idx', { synchronize: false })
@Index('requests_provider_idx', { synchronize: false })
@Index('requests_person_idx', { synchronize: false })
@Index('requests_author_idx', { synchronize: false })
@Index('requests_unsent_idx', { synchronize: false })
@Index('requests_settings_idx', { synchronize: false })
export class RequestEntity {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' }) id: number;
  @Column('bigint') account_id: number;
  @Column('bigint') sub_account_id: number;
  /** Grows by one with every change. It is the event's aggregateversion. */
  @Column('integer', { default: 1 }) version: number;
  /** False if it was skipped when it was added. */
  @Column('boolean', { default: true }) queued: boolean;
  @Column('bigint') settings_id: number;
  /** The first message that a reminder follows. Null for a first message. */
  @Column('bigint', { nullable: true }) parent_id: number | null;
  /** 0 for a first message, 1 to 3 for its reminders. */
  @Column('smallint', { default: 0 }) step: number;
  @Column('text') type: InviteType;
  @Column('text') status: RequestStatus;
  @Column('text', { nullable: true }) name: string | null;
  /** The name in the form in which authors of reviews are compared with it. Null unless it has two words. */
  @Column('text', { nullable: true }) author_key: string | null;
  /** An email address, or a phone number as E.164 writes it. Empty after the person was erased. */
  @Column('text') recipient: string;
  /** SHA-256 of the recipient in the spelling in which people are compared. */
  @Column('bytea') recipient_key: Buffer;
  /** When it was planned to be sent. */
  @Column('timestamptz') schedule: Date;
  /** When it is expected to be sent, after window, cooldown and limits. Null when it is sent or will never be. */
  @Column('timestamptz', { nullable: true }) send_at: Date | null;
  /** When the worker takes it. Null unless it is pending, and while a reminder waits for the message before it. */
  @Column('timestamptz', { nullable: true }) due_at: Date | null;
  /** Seconds between the sending of the message before it and its own. Null for a first message. */
  @Column('integer', { nullable: true }) step_delay: number | null;
  @Column('jsonb', { default: {} }) data: Record<string, string | number | boolean | null>;
  /** Ids of the channels to offer instead of those of the settings profile. */
  @Column('jsonb', { nullable: true }) channels: number[] | null;
  @Column('text', { nullable: true }) reference: string | null;
  /** The recipient's zone, which replaces that of the send window. */
  @Column('text', { nullable: true }) timezone: string | null;
  @Column('boolean', { default: false }) ignore_cooldown: boolean;
  /** A client had it sent at once. Further attempts ignore the same as the first one. */
  @Column('boolean', { default: false }) manual: boolean;
  /** How often it was handed to the mail server or the provider. */
  @Column('smallint', { default: 0 }) attempts: number;
  @Column('text', { nullable: true }) skip_reason: SkipReason | null;
  @Column('text', { nullable: true }) error_code: string | null;
  @Column('text', { nullable: true }) error_msg: string | null;
  @Column('text', { nullable: true }) delivery: Delivery | null;
  /** The Message-ID of the mail, without angle brackets. The same for every attempt. */
  @Column('text', { nullable: true }) message_id: string | null;
  /** The provider that took the message, and its id there. */
  @Column('text', { nullable: true }) provider: string | null;
  @Column('text', { nullable: true }) provider_id: string | null;
  /** Segments of an SMS. */
  @Column('smallint', { nullable: true }) segments: number | null;
  @Column('jsonb', { nullable: true }) rendered: RenderedMessage | null;
  @Column('uuid', { nullable: true }) lease_id: string | null;
  @Column('timestamptz', { nullable: true }) lease_until: Date | null;
  /** When it was checked and rendered under its lease. Null before. */
  @Column('timestamptz', { nullable: true }) prepared_at: Date | null;
  /** The local day (`YYYY-MM-DD`) that counts its last attempt; null if none does. */
  @Column('text', { nullable: true }) counted_day: string | null;
  /** When the conversation with the mail server or the provider began. Null before it and after its outcome is known. */
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  @Column('integer', { default: 0 }) open_count: number;
  @Column('integer', { default: 0 }) click_count: number;
  @Column('bigint', { nullable: true }) review_id: number | null;
  @Column('timestamptz', { default: () => 'now()' }) created_on: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_on: Date;
  @Column('timestamptz', { nullable: true }) sent_on: Date | null;
  @Column('timestamptz', { nullable: true }) opened_on: Date | null;
  @Column('timestamptz', { nullable: true }) clicked_on: Date | null;
  @Column('timestamptz', { nullable: true }) reviewed_on: Date | null;
  @Column('timestamptz', { nullable: true }) unsubscribed_on: Date | null;
  @Column('timestamptz', { nullable: true }) failed_on: Date | null;
  @Column('timestamptz', { nullable: true }) cancelled_on: Date | null;
  @Column('timestamptz', { nullable: true }) deleted_on: Date | null;
}
