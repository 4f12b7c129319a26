import type { DomainEvent } from '@plaudit/contracts';
import { eventContext } from '../event-context';

/** Larger batches save little more, and each keeps its locks until its commit. */
const MAX_EVENTS = 8;
/** While one batch waits for the database, the other keeps this process busy. Batches beyond that would be smaller. */
const MAX_RUNNING = 2;

interface Waiting<E> {
  event: E;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Handles concurrent events in batches, so that they share a transaction. An event never waits for others to come: a batch
 * starts at once, and the events that arrive while it runs form the next one. If a batch fails, each of its events is
 * handled alone, so that one bad event only fails itself.
 */
export class EventBatches<E extends DomainEvent> {
  private waiting: Waiting<E>[] = [];
  private running = 0;

  /** `handle` applies the effects of all the events, or throws and applies none. Their subjects are different. */
  constructor(private readonly handle: (events: readonly E[]) => Promise<void>) {}

  /** Resolves when the event was handled. Rejects with the error of the event handled alone. */
  add(event: E): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ event, resolve, reject });
      this.startNext();
    });
  }

  private startNext(): void {
    if (this.running >= MAX_RUNNING || this.waiting.length === 0) return;
    this.running += 1;
    const batch = this.next();
    // A batch belongs to no single event, so it must not run in the context of the one that started it.
    void eventContext
      .run({}, () => this.run(batch))
      .finally(() => {
        this.running -= 1;
        this.startNext();
      });
  }

  /** Removes the longest waiting events from the queue, one of each subject, because events of a subject have an order. */
  private next(): Waiting<E>[] {
    const bySubject = new Map<string, Waiting<E>>();
    for (const one of this.waiting) {
      if (bySubject.size < MAX_EVENTS && !bySubject.has(one.event.subject))
        bySubject.set(one.event.subject, one);
    }
    const batch = new Set(bySubject.values());
    this.waiting = this.waiting.filter((one) => !batch.has(one));
    return [...batch];
  }

  private async run(batch: readonly Waiting<E>[]): Promise<void> {
    try {
      await this.handle(batch.map(({ event }) => event));
      for (const { resolve } of batch) resolve();
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error);
      else await Promise.all(batch.map((one) => this.run([one])));
    }
  }
}
