/**
 * A domain event on NATS: a CloudEvents 1.0 message in structured JSON. `id` is `evt_` and a UUIDv7 in hex. It is also
 * the `Nats-Msg-Id`, and the id in the body of a webhook.
 */
export interface DomainEvent<T = unknown> {
  specversion: '1.0';
  id: string;
  /** `<noun>.<verb>`, such as `review.created`. */
  type: string;
  dataversion: number;
  /** `/<producing service>`. */
  source: string;
  /** The aggregate's id. The NATS subject never carries it. */
  subject: string;
  /** ISO 8601 UTC. */
  time: string;
  datacontenttype: 'application/json';
  accountid: number;
  /** 0 for account-level events. */
  subaccountid: number;
  aggregatetype: string;
  /** Increases by one with every change of the aggregate. Consumers that project state keep the newest version. */
  aggregateversion: number;
  correlationid: string;
  causationid: string | null;
  traceparent: string | null;
  data: T;
}

/** The maximum size of a serialised envelope. A page of collected reviews is split to fit. */
export const MAX_EVENT_BYTES = 256 * 1024;
