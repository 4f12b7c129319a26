import type { HookRequest } from '../hook-request';
import { malformed } from '../hook-request';
import type { MailReport } from './mail-report';

/** One mail service: whether it sent a notification, and what the notification reports. Both are pure. */
export interface MailHook {
  /** Returns false for a notification without a valid signature or secret, or with an old signature. */
  verify(request: HookRequest, at: Date): boolean;
  /** Throws 400 for a notification that cannot be read. Events of no interest report nothing. */
  reports(request: HookRequest): MailReport[];
}

/** A notification with more events is refused. Services send a few hundred at most. */
export const MAX_EVENTS = 2_000;

/** Signatures of services that sign a time are accepted for an hour. */
export const MAX_AGE_S = 3_600;

/** Returns the events of a notification that holds one object or a list of them. Throws 400. */
export function eventsIn(json: unknown): object[] {
  const list: unknown[] = Array.isArray(json) ? json : [json];
  if (list.length > MAX_EVENTS) throw malformed(`longer than ${MAX_EVENTS} events; send it in smaller parts`);
  return list.map((event) => {
    if (typeof event !== 'object' || event === null || Array.isArray(event)) {
      throw malformed('not a JSON object or a list of them');
    }
    return event;
  });
}
