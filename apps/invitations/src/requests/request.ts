import type { InviteType } from '@plaudit/contracts';

export const REQUEST_STATUSES = [
  'pending',
  'sending',
  'sent',
  'reviewed',
  'unsubscribed',
  'failed',
  'cancelled',
  'skipped',
] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** Why a request was never sent. */
export const SKIP_REASONS = [
  'cooldown',
  'suppressed_unsubscribed',
  'suppressed_bounce',
  'suppressed_complaint',
  'suppressed_manual',
  'sms_stop',
  'plan_limit',
  'no_review_link',
  'profile_deleted',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const DELIVERIES = ['confirmed', 'unconfirmed', 'kept'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** The most reminders that follow a first message. */
export const MAX_STEPS = 3;

/** A message after its first rendering. Every retry sends exactly this. */
export type RenderedMessage = RenderedEmail | RenderedSms;

export interface RenderedEmail {
  kind: 'email';
  from: { name: string; address: string };
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
  /** Address of the one-click unsubscription. */
  unsubscribeUrl: string;
  /** The date of the mail, in ISO 8601. */
  date: string;
}

export interface RenderedSms {
  kind: 'sms';
  /** Null leaves the choice of the sender to the provider. */
  from: string | null;
  channel: 'sms' | 'whatsapp';
  body: string;
}

/** The request that a message belongs to: itself for a first message, the first message for a reminder. */
export function rootIdOf({ id, parent_id }: { id: number; parent_id: number | null }): number {
  return parent_id ?? id;
}

/** Returns true while the message can still be changed, cancelled or sent. */
export function isPending({ status }: { status: RequestStatus }): boolean {
  return status === 'pending';
}

export type { InviteType };
