import type { OutgoingMessage } from './publish-outcome';

/** An event as the outbox keeps it. */
export interface StoredEvent {
  event_id: string;
  subject: string;
  /** The envelope as JSON. */
  payload: string;
  traceparent: string | null;
}

/** An envelope names its aggregate before its data, so that the first match is it; parsing all would cost far more. */
const AGGREGATE = /"subject":"((?:[^"\\]|\\.)*)"/;

export const EVENT_CONTENT_TYPE = 'application/cloudevents+json';

/** The message of a stored event; the same one however often it is published. */
export function eventMessage(stored: StoredEvent): OutgoingMessage {
  return {
    id: stored.event_id,
    subject: stored.subject,
    payload: stored.payload,
    key: orderKey(stored),
    headers: {
      'Content-Type': EVENT_CONTENT_TYPE,
      ...(stored.traceparent ? { traceparent: stored.traceparent } : {}),
    },
  };
}

/** Of one aggregate: its events are published one after the other, those of different ones side by side. */
function orderKey({ subject, payload }: StoredEvent): string {
  const noun = subject.slice(0, subject.indexOf('.'));
  return `${noun} ${AGGREGATE.exec(payload)?.[1] ?? ''}`;
}
