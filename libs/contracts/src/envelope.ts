/**
 * A domain event on NATS: a CloudEvents 1.0 message in structured JSON. `id` is `evt_` and a UUIDv7 in hex. It is also
 * the `Nats-Msg-Id`, and the id in the body of a webhook. `PlauditEvent` is the union of all events.
 */
export interface DomainEvent<T = unknown, Type extends string = string, Version extends number = number> {
  specversion: '1.0';
  id: string;
  /** `<noun>.<verb>`, such as `review.created`. */
  type: Type;
  dataversion: Version;
  /** `/<producing service>`. */
  source: string;
  /** The aggregate's id. The NATS subject never carries it. */
  subject: string;
  /** RFC 3339, UTC. */
  time: string;
  datacontenttype: 'application/json';
  /** The URN of the message's JSON Schema, such as `urn:plaudit:event:review.created:v1`. Older events lack it. */
  dataschema?: string;
  accountid: number;
  /** 0 for account-level events. */
  subaccountid: number;
  aggregatetype: string;
  /** Increases by one with every change of the aggregate. Consumers that project state keep the newest version. */
  aggregateversion: number;
  correlationid: string;
  causationid: string | null;
  traceparent: string | null;
  /** W3C tracestate of the same trace. Absent if there is none. */
  tracestate?: string;
  data: T;
}

/** The maximum size of a serialised envelope. A page of collected reviews is split to fit. */
export const MAX_EVENT_BYTES = 256 * 1024;
