import type { EventDefinition, TraceContext } from '@plaudit/contracts';
import { causedBy, type EventContext, eventContext } from '../event-context';
import type { NewEvent } from '../envelope/build-event';
import type { StoredEvent } from '../publish/event-message';
import type { PublishOutcome } from '../publish/publish-outcome';

/** A span that has begun. */
export interface StartedSpan {
  /** The trace context of what the span causes. */
  readonly trace: TraceContext;
  end(error?: unknown): void;
}

/** Records the spans of the outbox and of the relay. The runtime implements it. */
export interface EventTrace {
  /** Starts the span of storing events. Returns null if the trace of their cause is not recorded. */
  creating(definition: EventDefinition, cause: TraceContext): StartedSpan | null;
  /** Starts the spans of the events whose trace is recorded. Call the returned function with the outcomes. */
  publishing(events: readonly StoredEvent[]): (outcomes: readonly PublishOutcome[]) => void;
}

/** The spans of storing the events of one call. Events of the same cause share a span. */
export class CreationSpans {
  private readonly spans = new Map<string, StartedSpan | null>();

  constructor(
    private readonly trace: EventTrace,
    private readonly definition: EventDefinition,
  ) {}

  /** Returns the event with the span as its origin, so that what the event causes continues there. */
  within<E extends Pick<NewEvent<unknown>, 'cause'>>(event: E): E & { origin: EventContext } {
    const cause = (event.cause ? causedBy(event.cause) : eventContext.current()) ?? {};
    return { ...event, origin: { ...cause, ...this.spanOf(cause)?.trace } };
  }

  end(error?: unknown): void {
    for (const span of this.spans.values()) span?.end(error);
  }

  private spanOf(cause: EventContext): StartedSpan | null {
    const key = cause.traceparent ?? '';
    const known = this.spans.get(key);
    if (known !== undefined) return known;
    const span = this.trace.creating(this.definition, cause);
    this.spans.set(key, span);
    return span;
  }
}
