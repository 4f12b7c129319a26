/** What happened to a request. The first six are the contract's own. */
export const ACTIVITY_TYPES = [
  'queued',
  'sent',
  'opened',
  'clicked',
  'unsubscribed',
  'reviewed',
  'deferred',
  'delivered',
  'failed',
  'bounced',
  'complained',
  'skipped',
  'cancelled',
  'rescheduled',
  'erased',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** Who or what caused it. */
export const ACTIVITY_SOURCES = [
  'api',
  'dashboard',
  'scheduler',
  'smtp',
  'sms',
  'recipient',
  'list_unsubscribe',
  'inbound_sms',
  'bounce',
  'review_match',
  'system',
] as const;
export type ActivitySource = (typeof ACTIVITY_SOURCES)[number];

/**
 * `ignored` marks a hit of a program instead of a person, `unconfirmed` a message whose acceptance is not known, and `kept` one that was
 * sent to nobody.
 */
export const ACTIVITY_STATUSES = ['ok', 'unconfirmed', 'kept', 'ignored', 'error'] as const;
export type ActivityStatus = (typeof ACTIVITY_STATUSES)[number];

/** An entry of the activity of a request. `detail` never contains an address or a text of the recipient. */
export interface NewActivity {
  type: ActivityType;
  source: ActivitySource;
  /** Default `ok`. */
  status?: ActivityStatus;
  detail?: Record<string, string | number | boolean | null>;
  /** Default: the time of the transaction. */
  at?: Date;
}
