import { Logger } from '@nestjs/common';
import { isDatabaseUnavailable } from '@plaudit/database';
import { withTimeout } from '../connection/nats-connection';
import { WakeSignal } from '../outbox/wake-signal';

interface DatabaseOutageOptions {
  /** Rejects if the database does not answer. */
  ping: () => Promise<void>;
  /** First and longest pause between the probes of an outage. */
  probeMs: { first: number; longest: number };
}

/**
 * Why a handler failed, apart from its event: the database is away, or one connection to it broke while it works. Null
 * if the failure is the handler's own.
 */
type DatabaseFailure = 'outage' | 'interruption' | null;

const PING_TIMEOUT_MS = 5_000;

/**
 * Knows whether the database is away. While it is, no event can be handled, and no failure says anything about an event.
 * The first failure of a handler begins an outage, and a successful probe ends it.
 */
export class DatabaseOutage {
  private readonly logger = new Logger(DatabaseOutage.name);
  private readonly listeners = new Set<() => void>();
  private readonly signal = new WakeSignal();
  private probing: Promise<void> | null = null;
  private pinging: Promise<boolean> | null = null;
  private stopped = false;

  constructor(private readonly options: DatabaseOutageOptions) {}

  get active(): boolean {
    return this.probing !== null;
  }

  /** Calls `listener` when an outage begins or ends. Returns a function that removes the listener. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Tells failures of the database from those of a handler. Begins an outage if the database does not answer. */
  async explain(error: unknown): Promise<DatabaseFailure> {
    if (this.active) return 'outage';
    if (!(await this.answers())) {
      this.begin(error);
      return 'outage';
    }
    return isDatabaseUnavailable(error) ? 'interruption' : null;
  }

  /** Resolves when there is no outage, or when the consumers stop. */
  async over(): Promise<void> {
    await this.probing;
  }

  stop(): void {
    this.stopped = true;
    this.signal.interrupt();
  }

  private begin(error: unknown): void {
    if (this.active || this.stopped) return;
    const message = error instanceof Error ? error.message : String(error);
    this.logger.warn({ message: 'Stopped pulling events because the database is away', error: message });
    this.probing = this.probe().finally(() => {
      this.probing = null;
      if (!this.stopped) this.logger.log('Found the database again and resumed pulling events');
      this.report();
    });
    this.report();
  }

  private async probe(): Promise<void> {
    const { first, longest } = this.options.probeMs;
    for (let pause = first; !this.stopped; pause = Math.min(pause * 2, longest)) {
      await this.signal.rest(pause);
      if (await this.answers()) return;
    }
  }

  /** Handlers that fail together share one ping. */
  private answers(): Promise<boolean> {
    this.pinging ??= withTimeout(this.options.ping(), PING_TIMEOUT_MS, 'The ping timed out.')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        this.pinging = null;
      });
    return this.pinging;
  }

  private report(): void {
    for (const listener of this.listeners) listener();
  }
}
