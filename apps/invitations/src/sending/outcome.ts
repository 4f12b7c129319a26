import type { MailOutcome } from '@plaudit/outbound/mail';
import type { RequestRow } from '../requests/request-rows';
import type { SmsOutcome } from '../sms/sms';

/** What became of one attempt. */
export type SendOutcome = MailOutcome | SmsOutcome | Repeated | Stopped;

/** Nobody knows whether the message was taken, and it is sent once more. */
export interface Repeated {
  kind: 'repeated';
  code: string;
  msg: string;
}

/** The mail server refused our relay, login or sender, so the message waits and keeps its attempt. */
export interface Stopped {
  kind: 'stopped';
  code: string;
  msg: string;
}

/** The message was given back: its conversation did not begin, or the server could not be reached while the circuit was open. */
export interface Released {
  kind: 'released';
  delayMs: number;
}

/** What becomes of messages of a type. `kept`: they are kept here and sent to nobody. `none`: they cannot be sent at all. */
export const TRANSPORT_DELIVERIES = ['sent', 'kept', 'none'] as const;
export type TransportDelivery = (typeof TRANSPORT_DELIVERIES)[number];

/** The names in `requests.provider` of those who keep messages: the mail catcher, and the provider of SMS for trying out. */
const KEEPERS: ReadonlySet<string> = new Set(['mailbox', 'log']);

/** Returns true if the provider of a message keeps it and sends it to nobody. */
export function isKept(provider: string): boolean {
  return KEEPERS.has(provider);
}

/** A message whose attempt has ended and is not recorded yet. */
export interface EndedAttempt {
  row: RequestRow;
  /** What `requests.provider` holds, so that reports find the message. */
  provider: string;
  outcome: SendOutcome | Released;
}

/** An attempt whose row is locked as it is now. */
export interface HeldAttempt extends EndedAttempt {
  outcome: SendOutcome;
}

/** How attempts end, for metrics. `fenced`: another worker had taken over the lease, so nothing was recorded. */
export const ENDINGS = [
  'sent',
  'unconfirmed',
  'deferred',
  'stopped',
  'failed',
  'released',
  'fenced',
] as const;
export type Ending = (typeof ENDINGS)[number];
