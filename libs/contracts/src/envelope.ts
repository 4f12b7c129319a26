/**
 * A domain event as it travels on NATS: CloudEvents 1.0, structured JSON. `id` (`evt_` + UUIDv7 hex) is also the
 * `Nats-Msg-Id` and, for webhooks, the id that the customer sees.
 */
export interface DomainEvent<T = unknown> {
  specversion: '1.0';
  id: string;
  /** `<noun>.<verb>`, e.g. `review.created`. */
  type: string;
  dataversion: number;
  /** `/<producing service>`. */
  source: string;
  /** The aggregate's id. Only ever here, never in the NATS subject. */
  subject: string;
  /** ISO 8601 UTC. */
  time: string;
  datacontenttype: 'application/json';
  accountid: number;
  /** 0 on account-level events. */
  subaccountid: number;
  aggregatetype: string;
  /** Grows by one with every change of the aggregate; consumers that project state keep the newest. */
  aggregateversion: number;
  correlationid: string;
  causationid: string | null;
  traceparent: string | null;
  data: T;
}

/** Largest serialised envelope; a page of collected reviews is split to fit. */
export const MAX_EVENT_BYTES = 256 * 1024;
