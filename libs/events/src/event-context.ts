import { AsyncLocalStorage } from 'node:async_hooks';
import type { DomainEvent } from '@plaudit/contracts';

/** What an event inherits from the request or the event that led to it, as far as there is one. */
export interface EventContext {
  /** Id of the request at the beginning of it all. */
  correlationId?: string;
  /** Id of the event that caused it; null for a request. */
  causationId?: string | null;
  /** W3C trace context. */
  traceparent?: string | null;
}

const storage = new AsyncLocalStorage<EventContext>();

/**
 * Set by the runtime for each request, and by the consumers for each message; read when an event is added. The runtime
 * keeps its own context in here too: Node 20 charges every promise for every AsyncLocalStorage, 5 µs of a request each.
 */
export const eventContext = {
  run<T>(context: EventContext, work: () => T): T {
    return storage.run(context, work);
  },
  current(): EventContext | undefined {
    return storage.getStore();
  },
};

/** The context of whatever `event` leads to. */
export function causedBy(event: DomainEvent): EventContext {
  return { correlationId: event.correlationid, causationId: event.id, traceparent: event.traceparent };
}

/** Lets the runtime name the service and the event in the log lines of a handler. */
export type RunInContext = <T>(event: DomainEvent, work: () => Promise<T>) => Promise<T>;
