import type { DatabaseTrouble } from './database-troubles';

/** Receives the lines of an {@link OutageLog}. The logger of Nest is one. */
export interface OutageLines {
  warn(line: object): void;
  log(line: object): void;
}

interface Outage {
  readonly since: number;
  lastFailure: number;
  lastLine: number;
  failures: number;
}

const LINE_EVERY_MS = 60_000;

/** What the first line, the further lines and the last line of an outage say. */
const MESSAGES: Readonly<Record<DatabaseTrouble, readonly [string, string, string]>> = {
  unreachable: ['Lost the database', 'The database did not come back', 'The database answered again'],
  busy: [
    'No database connection became free in time',
    'Database connections were still not free in time',
    'Database connections became free again',
  ],
  lock_timeout: [
    'A statement waited too long for a lock',
    'Statements still waited too long for locks',
    'Statements got their locks again',
  ],
  deadlock: ['Postgres ended a deadlock', 'Postgres still ended deadlocks', 'Postgres saw no more deadlocks'],
  statement_timeout: [
    'Postgres cancelled a statement',
    'Postgres still cancelled statements',
    'Postgres cancelled no more statements',
  ],
};

/** How long nothing may fail before an outage is over. While some connections work and others do not, it goes on. */
const QUIET_MS: Readonly<Record<DatabaseTrouble, number>> = {
  unreachable: 1_000,
  busy: LINE_EVERY_MS,
  lock_timeout: LINE_EVERY_MS,
  deadlock: LINE_EVERY_MS,
  statement_timeout: LINE_EVERY_MS,
};

/**
 * Logs the troubles of one database instead of each failure: a warning when a kind of trouble begins, at most one line per
 * minute with the number of failures while it lasts, and one line when it is over.
 */
export class OutageLog {
  private readonly outages = new Map<DatabaseTrouble, Outage>();

  constructor(
    private readonly lines: OutageLines,
    private readonly now: () => number = Date.now,
  ) {}

  /** True while any kind of trouble lasts. */
  get active(): boolean {
    return this.outages.size > 0;
  }

  /** Records a failed statement or transaction. */
  failed(trouble: DatabaseTrouble, error: unknown): void {
    const now = this.now();
    const reason = reasonOf(error);
    const outage = this.outages.get(trouble);
    if (!outage) {
      this.outages.set(trouble, { since: now, lastFailure: now, lastLine: now, failures: 1 });
      this.lines.warn({ message: MESSAGES[trouble][0], trouble, reason });
      return;
    }
    outage.failures += 1;
    outage.lastFailure = now;
    if (now - outage.lastLine < LINE_EVERY_MS) return;
    outage.lastLine = now;
    this.lines.warn({ message: MESSAGES[trouble][1], trouble, reason, ...figuresOf(outage, now) });
  }

  /** Records that a statement succeeded. Call it while {@link active} is true. */
  succeeded(): void {
    const now = this.now();
    for (const [trouble, outage] of this.outages) {
      if (now - outage.lastFailure < QUIET_MS[trouble]) continue;
      this.outages.delete(trouble);
      // The first line has said everything about a single slow statement.
      if (trouble !== 'unreachable' && outage.failures === 1) continue;
      this.lines.log({ message: MESSAGES[trouble][2], trouble, ...figuresOf(outage, outage.lastFailure) });
    }
  }
}

function figuresOf({ since, failures }: Outage, until: number): { seconds: number; failures: number } {
  return { seconds: Math.round((until - since) / 1_000), failures };
}

/** Returns what an error says. Node's error for a refused connection to a host with two addresses has a code but no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as { code?: string }).code || error.name;
}
