import { type DomainEvent, ownValue } from '@plaudit/contracts';
import { type EventContext, eventContext } from '../event-context';

/** Where an event is costly, larger batches save little more, and each keeps its locks until its commit. */
const MAX_EVENTS = 8;
/** While one batch waits for the database, the other keeps this process busy. Batches beyond that would be smaller. */
const MAX_RUNNING = 2;
/** A batch that takes longer makes way for the next one, so that an event that hangs does not stop the others. */
const MAX_BLOCKING_MS = 5_000;

export interface EventBatchesOptions {
  /** The most events of a batch; default 8. */
  maxEvents?: number;
  /** Default: 5 seconds. */
  maxBlockingMs?: number;
}

/** An event that waits for its batch or is being handled. */
interface Entry<E> {
  event: E;
  context: EventContext;
  /** One of each caller. Undefined for a caller that never gives up. */
  givenUp: (AbortSignal | undefined)[];
  handled: Promise<void>;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Handles concurrent events in batches, so that they share a transaction. An event never waits for others to come: a batch
 * starts at once, and the events that arrive while it runs form the next one. If a batch fails, each of its events is
 * handled alone, so that one bad event only fails itself.
 */
export class EventBatches<E extends DomainEvent> {
  private readonly entries = new Map<string, Entry<E>>();
  private waiting: Entry<E>[] = [];
  private running = 0;
  private readonly maxEvents: number;
  private readonly maxBlockingMs: number;

  /** `handle` applies the effects of all the events, or throws and applies none. Their subjects are different. */
  constructor(
    private readonly handle: (events: readonly E[]) => Promise<void>,
    { maxEvents = MAX_EVENTS, maxBlockingMs = MAX_BLOCKING_MS }: EventBatchesOptions = {},
  ) {
    this.maxEvents = maxEvents;
    this.maxBlockingMs = maxBlockingMs;
  }

  /**
   * Resolves when the event was handled. Rejects with the error of the event handled alone. An event that was added before
   * and is still waiting or being handled is not added again: the retries of an event that hangs would all hang.
   */
  add(event: E): Promise<void> {
    const context = eventContext.current() ?? {};
    const known = this.entries.get(event.id);
    if (known) {
      known.givenUp.push(context.givenUp);
      return known.handled;
    }
    const entry = newEntry(event, context);
    this.entries.set(event.id, entry);
    this.waiting.push(entry);
    this.startNext();
    return entry.handled;
  }

  private startNext(): void {
    if (this.running >= MAX_RUNNING) return;
    this.removeGivenUp();
    if (this.waiting.length === 0) return;
    this.running += 1;
    let blocks = true;
    const makeWay = (): void => {
      if (!blocks) return;
      blocks = false;
      this.running -= 1;
      this.startNext();
    };
    const timer = setTimeout(makeWay, this.maxBlockingMs).unref();
    void this.run(this.next()).finally(() => {
      clearTimeout(timer);
      makeWay();
    });
  }

  /** Removes the waiting events whose callers no longer wait. They are delivered again. */
  private removeGivenUp(): void {
    const isAwaited = ({ givenUp }: Entry<E>): boolean => givenUp.some((signal) => !signal?.aborted);
    for (const entry of this.waiting) if (!isAwaited(entry)) this.entries.delete(entry.event.id);
    this.waiting = this.waiting.filter(isAwaited);
  }

  /** Removes the longest waiting events from the queue, one of each subject, because events of a subject have an order. */
  private next(): Entry<E>[] {
    const bySubject = new Map<string, Entry<E>>();
    for (const one of this.waiting) {
      if (bySubject.size < this.maxEvents && !bySubject.has(one.event.subject))
        bySubject.set(one.event.subject, one);
    }
    const batch = new Set(bySubject.values());
    this.waiting = this.waiting.filter((one) => !batch.has(one));
    return [...batch];
  }

  private async run(batch: readonly Entry<E>[]): Promise<void> {
    const events = batch.map(({ event }) => event);
    try {
      await eventContext.run(sharedContext(batch), () => this.handle(events));
    } catch (error) {
      if (batch.length > 1) await Promise.all(batch.map((one) => this.run([one])));
      else this.end(batch, ({ reject }) => reject(error));
      return;
    }
    this.end(batch, ({ resolve }) => resolve());
  }

  private end(batch: readonly Entry<E>[], settle: (entry: Entry<E>) => void): void {
    for (const entry of batch) {
      this.entries.delete(entry.event.id);
      settle(entry);
    }
  }
}

function newEntry<E>(event: E, context: EventContext): Entry<E> {
  let settle!: Pick<Entry<E>, 'resolve' | 'reject'>;
  const handled = new Promise<void>((resolve, reject) => (settle = { resolve, reject }));
  return { event, context, givenUp: [context.givenUp], handled, ...settle };
}

/** Returns what the contexts of all the events agree on, such as the service: the batch belongs to no single one of them. */
function sharedContext<E>([first, ...others]: readonly Entry<E>[]): EventContext {
  if (!first || others.length === 0) return first?.context ?? {};
  const shared = Object.entries(first.context).filter(([field, value]) =>
    others.every(({ context }) => ownValue({ ...context }, field) === value),
  );
  return Object.fromEntries(shared);
}
