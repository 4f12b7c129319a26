import { Logger } from '@nestjs/common';
import { processGate } from '../consume/process-gate';
import { withTimeout } from '../connection/nats-connection';
import { readEvent } from '../envelope/read-event';
import { WakeSignal } from '../outbox/wake-signal';
import type { ParkedCount, ParkedEvent } from './parked-events';
import { ParkedResults, type ParkedResultsOptions } from './parked-results';

interface ParkedWorkerOptions extends ParkedResultsOptions {
  durables: readonly string[];
  /** Pause between two looks into the table. It is ten times as long while the table is empty: a replica wakes itself when it parks. */
  pollMs: number;
  /** An event whose lease ended was handled by a process that died. */
  leaseMs: number;
  /** A stop waits so long before it returns the events of handlers that still run. */
  stopMs: number;
}

/** Parked events that one process handles at a time, beside those of its durables. */
const LANES = 4;
const MEASURE_MS = 15_000;
/** An event in an empty table was parked by a replica that handles it itself, unless that one dies. */
const POLLS_PER_LOOK_IF_EMPTY = 10;

/** An owner may find the database one pause between probes later, which is as long as a lease, and then renews its own. */
const DOUBTFUL_LEASES = 2;

/** Records what became of an attempt. */
type Settle = () => Promise<void>;

/** Handles parked events when they are due. Every replica runs one, and each event is claimed by one of them. */
export class ParkedWorker {
  private readonly logger = new Logger(ParkedWorker.name);
  private readonly signal = new WakeSignal();
  private readonly inFlight = new Set<Promise<void>>();
  /** The events whose leases this process holds. */
  private readonly held = new Set<ParkedEvent>();
  private running: Promise<void> | null = null;
  private stopping = false;
  private measuredAt = 0;
  private renewTimer: NodeJS.Timeout | undefined;
  private removeListener: () => void = () => {};
  /** Until then, a lease that ended says nothing about its owner. */
  private leasesDoubtfulUntil = 0;
  private measured: readonly ParkedCount[] = [];
  private readonly results: ParkedResults;

  constructor(private readonly options: ParkedWorkerOptions) {
    this.results = new ParkedResults(options);
  }

  /** Parked events by durable, as they were counted last. */
  get counts(): readonly ParkedCount[] {
    return this.measured;
  }

  start(): void {
    if (this.running) return;
    this.renewTimer = setInterval(() => void this.renew(), this.options.leaseMs / 3);
    this.renewTimer.unref();
    this.removeListener = this.options.outage.onChange(() => this.outageChanged());
    this.running = this.run();
  }

  /** Looks into the table soon. */
  wake(): void {
    this.signal.wake();
  }

  /** Waits for the handlers that run. Returns the events of those that take long. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.results.stop();
    this.signal.interrupt();
    const done = this.done();
    // After this time the process may be ended, and that must not count as a crash.
    await withTimeout(done, this.options.stopMs, 'The handlers take long.').catch(() => this.releaseHeld());
    await done;
    clearInterval(this.renewTimer);
    this.removeListener();
  }

  private async done(): Promise<void> {
    await this.running;
    await Promise.all(this.inFlight);
  }

  /** The inbox makes a replica that claims such an event wait for the handler that still runs here. */
  private async releaseHeld(): Promise<void> {
    if (this.held.size === 0) return;
    await this.options.parked.release([...this.held], 0).catch((error: unknown) => {
      const message = 'Failed to release parked events';
      this.logger.warn({ message, error: (error as Error).message });
    });
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      await this.options.outage.over();
      if (this.stopping) return;
      const pauseMs = await this.look().catch((error: unknown) => this.couldNotLook(error));
      if (pauseMs > 0 && !this.stopping) await this.signal.wait(pauseMs);
    }
  }

  private async couldNotLook(error: unknown): Promise<number> {
    if ((await this.options.outage.explain(error)) === null)
      this.logger.warn({ message: 'Failed to look for parked events', error: (error as Error).message });
    return this.options.pollMs;
  }

  /** Returns the pause before the next look, which is 0 if there may be more to do at once. */
  private async look(): Promise<number> {
    const { parked, pollMs } = this.options;
    if (await parked.isEmpty()) {
      this.measured = [];
      return pollMs * POLLS_PER_LOOK_IF_EMPTY;
    }
    await this.measure();
    // Owners that were cut off by the same outage renew their leases first.
    const doubtful = Date.now() < this.leasesDoubtfulUntil;
    if (!doubtful) await parked.suspectAbandoned();
    await this.claim();
    if (doubtful || !(await parked.hasSuspects(this.claimOf()))) return pollMs;
    return (await this.handleSuspect()) ? 0 : pollMs;
  }

  private async claim(): Promise<void> {
    const room = LANES - this.held.size;
    if (room <= 0 || this.stopping) return;
    for (const event of await this.options.parked.claim(this.claimOf(), room)) {
      this.held.add(event);
      const done = this.beside(event).finally(() => this.inFlight.delete(done));
      this.inFlight.add(done);
    }
  }

  private async beside(event: ParkedEvent): Promise<void> {
    const settle = await processGate.shared(() => this.attempt(event));
    await this.finish(event, settle);
  }

  /** Handles one suspect while nothing else runs in this process. Returns false if there is none to claim. */
  private async handleSuspect(): Promise<boolean> {
    const handled = await processGate.exclusive(async () => {
      if (this.stopping) return null;
      const suspect = await this.options.parked.claimSuspect(this.claimOf());
      if (!suspect) return null;
      this.held.add(suspect);
      return { suspect, settle: await this.attempt(suspect) };
    });
    if (!handled) return false;
    await this.finish(handled.suspect, handled.settle);
    return true;
  }

  /**
   * Runs the handlers. Returns what is to be done after the gate, because an outage of one service must not stop the
   * others of the process.
   */
  private async attempt(parked: ParkedEvent): Promise<Settle> {
    const { handlers, retries } = this.options;
    if (this.stopping) return () => this.results.release(parked);
    if (parked.crashes > retries.maxCrashes) {
      const reason = `ended the process ${retries.maxCrashes} times while it was handled alone`;
      return () => this.results.bury(parked, reason);
    }
    if (parked.attempts >= retries.maxAttempts) return () => this.results.bury(parked, parked.reason);
    try {
      const event = readEvent(parked.payload);
      await handlers.run(event);
      return () => this.results.succeeded(parked, event);
    } catch (error) {
      return () => this.results.failed(parked, error);
    }
  }

  private async finish(parked: ParkedEvent, settle: Settle): Promise<void> {
    await settle()
      .catch((error: unknown) => this.results.couldNotRecord(parked, error))
      .finally(() => {
        this.held.delete(parked);
        this.signal.wake();
      });
  }

  private async renew(): Promise<void> {
    if (this.held.size === 0 || this.options.outage.active) return;
    await this.options.parked.renew([...this.held], this.options.leaseMs).catch(() => {});
  }

  private outageChanged(): void {
    if (this.options.outage.active) return;
    this.leasesDoubtfulUntil = Date.now() + DOUBTFUL_LEASES * this.options.leaseMs;
    void this.renew();
  }

  private async measure(): Promise<void> {
    if (Date.now() - this.measuredAt < MEASURE_MS) return;
    await this.results.expire();
    this.measured = await this.options.parked.counts();
    this.measuredAt = Date.now();
  }

  private claimOf() {
    const { handlers, durables, leaseMs } = this.options;
    return { kinds: handlers.kinds, durables, leaseMs };
  }
}
