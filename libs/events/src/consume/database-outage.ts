import { Logger } from '@nestjs/common';
import {
  type Database,
  isDatabaseUnavailable,
  isPoolExhausted,
  isServerFull,
  queryRows,
} from '@plaudit/database';
import { withTimeout } from '../connection/nats-connection';
import { WakeSignal } from '../outbox/wake-signal';

interface DatabaseOutageOptions {
  database: Database;
  /** First and longest pause between the probes of an outage. */
  probeMs: { first: number; longest: number };
}

/**
 * Why a handler failed, apart from its event: the database is away, all connections of this process are in use, or one
 * connection broke while the database works, which the event itself may cause. Null if the failure is the handler's own.
 */
type DatabaseFailure = 'outage' | 'busy' | 'interruption' | null;
/** Whether the database works. It is unknown if all connections of this process are in use. */
type Answer = 'works' | 'busy' | 'away';

const QUESTION_TIMEOUT_MS = 5_000;
/** They need some new pages, for which a full disk has no room. */
const PROBE_ROWS = 512;

/**
 * Knows whether the database is away. While it is, no event can be handled, and no failure says anything about an event.
 * The first failure of a handler begins an outage, and a successful probe ends it. A database that answers but stores
 * nothing, because it is read-only or its disk is full, is away too.
 */
export class DatabaseOutage {
  private readonly logger = new Logger(DatabaseOutage.name);
  private readonly listeners = new Set<() => void>();
  private readonly signal = new WakeSignal();
  private probing: Promise<void> | null = null;
  private readonly ping = shared(() => answerOf(this.options.database.ping()));
  private readonly store = shared(() => answerOf(storeNothing(this.options.database)));
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
    if (isPoolExhausted(error)) return 'busy';
    const unavailable = isDatabaseUnavailable(error);
    const answer = unavailable ? await this.store() : await this.ping();
    if (answer === 'away' || isServerFull(error)) {
      this.begin(error);
      return 'outage';
    }
    if (answer === 'busy') return 'busy';
    return unavailable ? 'interruption' : null;
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
      if ((await this.store()) === 'works') return;
    }
  }

  private report(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Lets handlers that fail together share one question to the database. */
function shared(ask: () => Promise<Answer>): () => Promise<Answer> {
  let asking: Promise<Answer> | null = null;
  return () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}

async function answerOf(question: Promise<void>): Promise<Answer> {
  try {
    await withTimeout(question, QUESTION_TIMEOUT_MS, 'The database did not answer.');
    return 'works';
  } catch (error) {
    return isPoolExhausted(error) ? 'busy' : 'away';
  }
}

/** Resolves if the database can store rows. It keeps none of them. */
async function storeNothing(database: Database): Promise<void> {
  const rollBack = new Error('rolled back');
  await database
    .transaction(async (tx) => {
      await queryRows(
        tx,
        `insert into inbox (handler, event_id)
         select 'Probe', 'probe_' || gen_random_uuid() from generate_series(1, ${PROBE_ROWS})`,
      );
      throw rollBack;
    }, 'question')
    .catch((error: unknown) => {
      if (error !== rollBack) throw error;
    });
}
