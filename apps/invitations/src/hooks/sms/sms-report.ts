import { readSender } from '../../recipients/phone-number';
import { labelOf } from '../../sms/replies';
import type { Feedback } from '../feedback/feedback';
import { requestIdIn } from '../hook-request';
import { type Meaning, meaningOf } from './stop-words';

/** What a provider reports of a message or of a person. */
export type SmsReport = SmsAnswer | SmsStatus;

/** A person answered. The text itself is not kept. */
export interface SmsAnswer {
  kind: 'answer';
  meaning: Meaning;
  /** The person's number, in E.164. */
  from: string;
}

export interface SmsStatus {
  kind: 'delivered' | 'failed' | 'opted_out';
  /** The message's id at the provider. */
  providerId: string | null;
  /** The id of the request, if the provider repeats it. */
  ref: number | null;
  /** The provider's error code. */
  code: string | null;
}

/** Returns the report of an inbound message, or nothing if it has no text or no number. */
export function answers(from: string | null, text: string | null): SmsReport[] {
  const number = from === null ? null : readSender(from);
  return number === null || text === null ? [] : [{ kind: 'answer', meaning: meaningOf(text), from: number }];
}

/** Returns the report of a status, or nothing if no message can be found by it. */
export function statuses(
  kind: SmsStatus['kind'] | undefined,
  { providerId, ref, code }: { providerId: string | null; ref: string | null; code: string | null },
): SmsReport[] {
  if (kind === undefined) return [];
  const isCode = code !== null && /^[\w.-]{1,64}$/.test(code) && code !== '0';
  return [{ kind, providerId, ref: requestIdIn(ref), code: isCode ? code : null }];
}

/** Returns what a status means for its message. */
export function feedbackOf(provider: string, { kind, code }: SmsStatus): Feedback {
  const label = labelOf(provider);
  const failed =
    code === null
      ? `${label} could not deliver the message.`
      : `${label} could not deliver the message, with error ${code}.`;
  return {
    kind,
    source: 'sms',
    code: `${provider}_${code ?? 'undelivered'}`,
    msg: kind === 'opted_out' ? 'The person opted out of messages from this number.' : failed,
    eventId: null,
  };
}
