/** What became of the events of a durable since the process started. */
export interface ConsumerCounters {
  handled: number;
  /** Events without a handler in this service. */
  ignored: number;
  /** Failed attempts after which another one follows. */
  retried: number;
  /** Deliveries that were returned without an attempt: the database was away, or another build knows the event. */
  putBack: number;
  /** Events that were moved into the table of parked events. */
  parked: number;
  /** Parked events that became dead letters after 14 days because no build knew them. */
  expired: number;
  deadLettered: number;
}

export function newCounters(): ConsumerCounters {
  return { handled: 0, ignored: 0, retried: 0, putBack: 0, parked: 0, expired: 0, deadLettered: 0 };
}
