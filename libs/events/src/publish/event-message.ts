import { parseSubject, traceHeaders } from '@plaudit/contracts';
import type { OutgoingMessage } from './publish-outcome';

/** An event as the outbox stores it. */
export interface StoredEvent {
  event_id: string;
  subject: string;
  /** The envelope as JSON. */
  payload: string;
  traceparent: string | null;
}

/**
 * In an envelope the subject comes before the data, so the first match is the aggregate. Parsing the JSON costs far
 * more.
 */
const AGGREGATE = /"subject":"((?:[^"\\]|\\.)*)"/;

/** The last field before the data. */
const TRACESTATE = /"tracestate":("(?:[^"\\]|\\.)*")$/;

export const EVENT_CONTENT_TYPE = 'application/cloudevents+json';

/** Returns the message of a stored event. Every call with the same event returns the same message. */
export function eventMessage(stored: StoredEvent): OutgoingMessage {
  return {
    id: messageId(stored),
    subject: stored.subject,
    payload: stored.payload,
    key: orderKey(stored),
    headers: {
      'Content-Type': EVENT_CONTENT_TYPE,
      ...traceHeaders({ traceparent: stored.traceparent, tracestate: tracestateIn(stored) }),
    },
  };
}

/** Searches the envelope only, because the data may be long. Quotes are escaped in all texts, so no text looks like a field. */
function tracestateIn({ traceparent, payload }: StoredEvent): string | null {
  if (!traceparent) return null;
  const found = TRACESTATE.exec(payload.slice(0, payload.indexOf(',"data":')))?.[1];
  return found === undefined ? null : (JSON.parse(found) as string);
}

/**
 * Returns the `Nats-Msg-Id`. The versions of one occurrence share the event's id, and the stream would drop all but one
 * of them as duplicates.
 */
function messageId({ event_id, subject }: StoredEvent): string {
  const version = parseSubject(subject)?.version ?? 1;
  return version > 1 ? `${event_id}:v${version}` : event_id;
}

/** Returns a key per aggregate. Messages with the same key are published one after the other, others concurrently. */
export function orderKey({ subject, payload }: Pick<StoredEvent, 'subject' | 'payload'>): string {
  const noun = subject.slice(0, subject.indexOf('.'));
  return `${noun} ${AGGREGATE.exec(payload)?.[1] ?? ''}`;
}
