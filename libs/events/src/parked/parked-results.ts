import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import { type DatabaseTrouble, troubleOf } from '@plaudit/database';
import type { ConsumerCounters } from '../consume/consumer-counters';
import type { DatabaseOutage } from '../consume/database-outage';
import type { EventHandlers } from '../consume/event-handlers';
import { PermanentError, retryDelay, type RetryPolicy } from '../consume/retry-policy';
import type { DeadLetterWriter, FailedMessage } from '../dead-letters/dead-letter-writer';
import type { ParkedEvent, ParkedEvents } from './parked-events';

export interface ParkedResultsOptions {
  parked: ParkedEvents;
  handlers: EventHandlers;
  deadLetters: DeadLetterWriter;
  outage: DatabaseOutage;
  retries: RetryPolicy;
  countersOf: (of: Pick<ParkedEvent, 'stream' | 'durable'>) => ConsumerCounters;
}

/** With these, another transaction made the handler fail. They never lead to a dead letter. */
const WAITED_FOR_A_LOCK = new Set<DatabaseTrouble | null>(['lock_timeout', 'deadlock']);

const RELEASE_MS = 1_000;
const RECORD_AGAIN_MS = 100;
const BURY_AGAIN_MS = 10_000;

/** Records what became of parked events. */
export class ParkedResults {
  private readonly logger = new Logger(ParkedResults.name);
  private stopping = false;

  constructor(private readonly options: ParkedResultsOptions) {}

  /** From now on nothing is recorded a second time. */
  stop(): void {
    this.stopping = true;
  }

  async succeeded(parked: ParkedEvent, event: DomainEvent): Promise<void> {
    await this.record(() => this.options.parked.remove(parked));
    const counters = this.options.countersOf(parked);
    if (this.options.handlers.handles(event)) counters.handled += 1;
    else counters.ignored += 1;
  }

  /** Returns an event that was claimed but not handled. */
  async release(parked: ParkedEvent): Promise<void> {
    await this.record(() => this.options.parked.release([parked], 0));
  }

  async failed(parked: ParkedEvent, error: unknown): Promise<void> {
    const { outage, retries } = this.options;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof PermanentError) return this.bury(parked, reason);
    const failure = await outage.explain(error);
    if (failure === 'outage' || failure === 'busy') return this.putBack(parked);
    if (failure && parked.state !== 'suspect') return this.suspect(parked, reason);
    const attempts = parked.attempts + 1;
    if (attempts >= retries.maxAttempts) {
      if (WAITED_FOR_A_LOCK.has(troubleOf(error))) return this.waitForLock(parked, reason);
      return this.bury(parked, `failed ${attempts} times; last error: ${reason}`);
    }
    const delayMs = retryDelay(retries, attempts);
    // A suspect that broke its connection would break it again beside others.
    const state = failure ? 'suspect' : 'failed';
    await this.record(() => this.options.parked.fail(parked, { state, reason, delayMs }));
    this.options.countersOf(parked).retried += 1;
    const message = 'Failed to handle a parked event';
    this.logger.warn({ message, ...about(parked), attempts, retry_in_ms: delayMs, error: reason });
  }

  private async putBack(parked: ParkedEvent): Promise<void> {
    await this.options.outage.over();
    await this.record(() => this.options.parked.release([parked], RELEASE_MS));
    this.options.countersOf(parked).putBack += 1;
  }

  /** Another session keeps the lock, perhaps that of an operator. The event is fine, so it is tried until it gets the lock. */
  private async waitForLock(parked: ParkedEvent, reason: string): Promise<void> {
    const delay = retryDelay(this.options.retries, parked.attempts);
    await this.record(() => this.options.parked.release([parked], delay));
    this.options.countersOf(parked).putBack += 1;
    const message = 'A parked event did not get a lock';
    this.logger.warn({ message, ...about(parked), retry_in_ms: delay, error: reason });
  }

  /** The connection of the event broke, perhaps because of another event. Alone it shows. */
  private async suspect(parked: ParkedEvent, reason: string): Promise<void> {
    const delay = retryDelay(this.options.retries, Math.max(parked.attempts, 1));
    await this.record(() => this.options.parked.suspect(parked, reason, delay));
    this.options.countersOf(parked).putBack += 1;
    const message = 'The connection of a parked event broke, and the event was made a suspect';
    this.logger.warn({ message, ...about(parked), retry_in_ms: delay, error: reason });
  }

  /** Copies the event to the dead letters. Deletes it only after the copy is stored. */
  async bury(parked: ParkedEvent, reason: string): Promise<void> {
    if (!(await this.options.deadLetters.store(messageOf(parked, parked.attempts + 1), reason))) {
      // The attempt counts. A suspect keeps its crashes instead, so that it does not run again.
      const failure = { state: 'failed', reason, delayMs: BURY_AGAIN_MS } as const;
      if (parked.state === 'suspect')
        await this.record(() => this.options.parked.release([parked], BURY_AGAIN_MS));
      else await this.record(() => this.options.parked.fail(parked, failure));
      return;
    }
    await this.record(() => this.options.parked.remove(parked));
    this.options.countersOf(parked).deadLettered += 1;
    this.logger.error({ message: 'Moved an event to the dead letters', ...about(parked), reason });
  }

  /** Repeats `write` after an outage. A lease that ended by itself would make a suspect or count as a crash. */
  private async record(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.stopping || (await this.options.outage.explain(error)) === null) throw error;
        await this.options.outage.over();
        await pause(RECORD_AGAIN_MS);
      }
    }
  }

  /** The lease ends by itself, and the event is handled again. */
  async couldNotRecord(parked: ParkedEvent, error: unknown): Promise<void> {
    if ((await this.options.outage.explain(error)) !== null) return;
    const message = 'Failed to record what became of a parked event';
    this.logger.warn({ message, ...about(parked), error: (error as Error).message });
  }

  /** Deletes each event only after its dead letter is stored. */
  async expire(): Promise<void> {
    for (const old of await this.options.parked.expired(this.options.handlers.kinds)) {
      const reason = `no release knew ${old.kind} for 14 days`;
      if (!(await this.options.deadLetters.store(messageOf(old, old.attempts), reason))) return;
      if (!(await this.options.parked.removeExpired(old))) continue;
      this.options.countersOf(old).expired += 1;
      this.logger.warn({ message: 'Moved an event to the dead letters', ...about(old), reason });
    }
  }
}

function about({ durable, kind, event_id }: Pick<ParkedEvent, 'durable' | 'kind' | 'event_id'>) {
  return { durable, kind, event_id };
}

function messageOf(parked: ParkedEvent, count: number): FailedMessage {
  return { ...parked, data: parked.payload, messageId: parked.message_id, count };
}
