import { Logger } from '@nestjs/common';
import type { DomainEvent } from '@plaudit/contracts';
import type { ConsumerCounters } from '../consume/consumer-counters';
import type { DatabaseOutage } from '../consume/database-outage';
import type { EventHandlers } from '../consume/event-handlers';
import { processGate } from '../consume/process-gate';
import { PermanentError, retryDelay, type RetryPolicy } from '../consume/retry-policy';
import type { DeadLetterWriter } from '../dead-letters/dead-letter-writer';
import { readEvent } from '../envelope/read-event';
import { WakeSignal } from '../outbox/wake-signal';
import type { ParkedCount, ParkedEvent, ParkedEvents } from './parked-events';

interface ParkedWorkerOptions {
  parked: ParkedEvents;
  handlers: EventHandlers;
  deadLetters: DeadLetterWriter;
  outage: DatabaseOutage;
  retries: RetryPolicy;
  durables: readonly string[];
  countersOf: (of: Pick<ParkedEvent, 'stream' | 'durable'>) => ConsumerCounters;
  /** Pause between two looks into the table. */
  pollMs: number;
  /** An event whose lease ended was handled by a process that died. */
  leaseMs: number;
}

/** Parked events that one process handles at a time, beside those of its durables. */
const LANES = 4;
const MEASURE_MS = 15_000;
const RELEASE_MS = 1_000;
const BURY_AGAIN_MS = 10_000;

/** Handles parked events when they are due. Every replica runs one, and each event is claimed by one of them. */
export class ParkedWorker {
  private readonly logger = new Logger(ParkedWorker.name);
  private readonly signal = new WakeSignal();
  private readonly inFlight = new Map<string, Promise<void>>();
  private running: Promise<void> | null = null;
  private stopping = false;
  private measuredAt = 0;
  private renewTimer: NodeJS.Timeout | undefined;
  private measured: readonly ParkedCount[] = [];

  constructor(private readonly options: ParkedWorkerOptions) {}

  /** Parked events by durable, as they were counted last. */
  get counts(): readonly ParkedCount[] {
    return this.measured;
  }

  start(): void {
    if (this.running) return;
    this.renewTimer = setInterval(() => void this.renew(), this.options.leaseMs / 3);
    this.renewTimer.unref();
    this.running = this.run();
  }

  /** Looks into the table soon. */
  wake(): void {
    this.signal.wake();
  }

  /** Waits for the handlers that run. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.signal.interrupt();
    await this.running;
    await Promise.all(this.inFlight.values());
    clearInterval(this.renewTimer);
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      await this.options.outage.over();
      if (this.stopping) return;
      const busy = await this.look().catch((error: unknown) => this.couldNotLook(error));
      if (!busy && !this.stopping) await this.signal.wait(this.options.pollMs);
    }
  }

  private async couldNotLook(error: unknown): Promise<boolean> {
    if ((await this.options.outage.explain(error)) !== null) return false;
    this.logger.warn({ message: 'Failed to look for parked events', error: (error as Error).message });
    return false;
  }

  /** Returns true if there may be more to do at once. */
  private async look(): Promise<boolean> {
    const { parked } = this.options;
    if (await parked.isEmpty()) {
      this.measured = [];
      return false;
    }
    await this.measure();
    await parked.suspectAbandoned();
    const room = LANES - this.inFlight.size;
    if (room > 0) {
      for (const event of await parked.claim(this.claimOf(), room))
        void this.track(event, () => this.beside(event));
    }
    if (!(await parked.hasSuspects(this.claimOf()))) return false;
    return this.handleSuspect();
  }

  /** Handles one suspect while nothing else runs in this process. Returns false if there is none to claim. */
  private async handleSuspect(): Promise<boolean> {
    return processGate.exclusive(async () => {
      const suspect = await this.options.parked.claimSuspect(this.claimOf());
      if (!suspect) return false;
      const { maxCrashes } = this.options.retries;
      const ended = `ended the process ${maxCrashes} times while it was handled alone`;
      const work = () => (suspect.crashes > maxCrashes ? this.bury(suspect, ended) : this.attempt(suspect));
      await this.track(suspect, work);
      return true;
    });
  }

  private beside(event: ParkedEvent): Promise<void> {
    return processGate.shared(() => this.attempt(event));
  }

  private track(event: ParkedEvent, work: () => Promise<void>): Promise<void> {
    const done = work()
      .catch((error: unknown) => this.couldNotRecord(event, error))
      .finally(() => {
        this.inFlight.delete(event.lease_id);
        this.signal.wake();
      });
    this.inFlight.set(event.lease_id, done);
    return done;
  }

  private async attempt(parked: ParkedEvent): Promise<void> {
    const { handlers, retries } = this.options;
    if (parked.attempts >= retries.maxAttempts) return this.bury(parked, parked.reason);
    const counters = this.options.countersOf(parked);
    let event: DomainEvent;
    try {
      event = readEvent(parked.payload);
      await handlers.run(event);
    } catch (error) {
      return this.failed(parked, error);
    }
    await this.options.parked.remove(parked);
    if (handlers.handles(event)) counters.handled += 1;
    else counters.ignored += 1;
  }

  private async failed(parked: ParkedEvent, error: unknown): Promise<void> {
    const { outage, retries } = this.options;
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof PermanentError) return this.bury(parked, reason);
    const failure = await outage.explain(error);
    // An event that breaks its connection each time is a suspect by now, and then it counts.
    const guilty = failure === null || (failure === 'interruption' && parked.state === 'suspect');
    if (!guilty) return this.release(parked);
    const attempts = parked.attempts + 1;
    if (attempts >= retries.maxAttempts) {
      return this.bury(parked, `failed ${attempts} times; last error: ${reason}`);
    }
    const delay = retryDelay(retries, attempts);
    await this.options.parked.fail(parked, reason, delay);
    this.options.countersOf(parked).retried += 1;
    const message = 'Failed to handle a parked event';
    this.logger.warn({ message, ...about(parked), attempts, retry_in_ms: delay, error: reason });
  }

  private async release(parked: ParkedEvent): Promise<void> {
    await this.options.outage.over();
    if (this.options.outage.active) return;
    await this.options.parked.release(parked, RELEASE_MS);
    this.options.countersOf(parked).putBack += 1;
  }

  /** Copies the event to the dead letters. Deletes it only after the copy is stored. */
  private async bury(parked: ParkedEvent, reason: string): Promise<void> {
    const stored = await this.options.deadLetters.store(
      { ...parked, data: parked.payload, messageId: parked.message_id, count: parked.attempts + 1 },
      reason,
    );
    if (!stored) {
      // The attempt counts. A suspect keeps its crashes instead, so that it does not run again.
      if (parked.state === 'suspect') await this.options.parked.release(parked, BURY_AGAIN_MS);
      else await this.options.parked.fail(parked, reason, BURY_AGAIN_MS);
      return;
    }
    await this.options.parked.remove(parked);
    this.options.countersOf(parked).deadLettered += 1;
    this.logger.error({ message: 'Moved an event to the dead letters', ...about(parked), reason });
  }

  /** The lease ends by itself, and the event is handled again. */
  private async couldNotRecord(parked: ParkedEvent, error: unknown): Promise<void> {
    if ((await this.options.outage.explain(error)) !== null) return;
    const message = 'Failed to record what became of a parked event';
    this.logger.warn({ message, ...about(parked), error: (error as Error).message });
  }

  private async renew(): Promise<void> {
    if (this.inFlight.size === 0 || this.options.outage.active) return;
    await this.options.parked.renew([...this.inFlight.keys()], this.options.leaseMs).catch(() => {});
  }

  private async measure(): Promise<void> {
    if (Date.now() - this.measuredAt < MEASURE_MS) return;
    for (const expired of await this.options.parked.expire()) {
      this.options.countersOf(expired).expired += 1;
      const message = 'Deleted an event that was parked for 14 days because no build knew it';
      this.logger.warn({ message, ...about(expired) });
    }
    this.measured = await this.options.parked.counts();
    this.measuredAt = Date.now();
  }

  private claimOf() {
    const { handlers, durables, leaseMs } = this.options;
    return { kinds: handlers.kinds, durables, leaseMs };
  }
}

function about({ durable, kind, event_id }: Pick<ParkedEvent, 'durable' | 'kind' | 'event_id'>) {
  return { durable, kind, event_id };
}
