/**
 * How long Postgres works on one SQL statement before it cancels it, in milliseconds. `SERVICE_TIMEOUT_FACTOR` multiplies
 * each of them.
 *
 * - `question`: the default of every service's role. Another service waits two seconds for an answer, so a longer statement
 *   would work for nobody.
 * - `request`: for transactions, which may wait for locks, and for what only an API client waits for. The gateway waits for
 *   `UPSTREAM_TIMEOUT_MS`, a minute by default.
 * - `background`: for events, purges and other work that nobody waits for.
 */
export const STATEMENT_LIMITS_MS = { question: 1_800, request: 30_000, background: 600_000 } as const;

export type StatementLimit = keyof typeof STATEMENT_LIMITS_MS;

/**
 * How long one of these statements waits for a lock of another session. A statement that waits occupies a connection, so the
 * limits are far below those of the work. A question waits longer than a migration does (one second), because it waits behind
 * the migration. A request waits longer than a transaction may be idle, so that it outlives the locks of a process that was
 * stopped. A handler of an event is given up after two minutes.
 */
const LOCK_LIMITS_MS: Readonly<Record<StatementLimit, number>> = {
  question: 1_500,
  request: 8_000,
  background: 60_000,
};

/** How long work waits for one of the connections of this process. */
const CONNECTION_LIMITS_MS: Readonly<Record<StatementLimit, number>> = {
  question: 1_000,
  request: 5_000,
  background: 30_000,
};

/**
 * How long a transaction may be idle between two statements. A process that was stopped holds its locks no longer than this.
 * The code of a transaction waits for nothing but Postgres, so its pauses are a few milliseconds.
 */
const IDLE_IN_TRANSACTION_MS = 5_000;

/** Returns a limit as a whole number of milliseconds. */
export function statementLimitMs(limit: StatementLimit, timeoutFactor: number): number {
  return Math.round(STATEMENT_LIMITS_MS[limit] * timeoutFactor);
}

/** Returns how long a statement waits for a lock, in milliseconds. */
export function lockLimitMs(limit: StatementLimit, timeoutFactor: number): number {
  return Math.round(LOCK_LIMITS_MS[limit] * timeoutFactor);
}

/** Returns how long work waits for a connection, in milliseconds. */
export function connectionLimitMs(limit: StatementLimit, timeoutFactor: number): number {
  return Math.round(CONNECTION_LIMITS_MS[limit] * timeoutFactor);
}

/** The limits that the role of a service stores, in milliseconds, under their names in Postgres. */
export interface RoleLimits {
  statement_timeout: number;
  lock_timeout: number;
  idle_in_transaction_session_timeout: number;
}

/** Returns the limits that hold in a session of a service wherever its code sets no others. */
export function roleLimits(timeoutFactor: number): RoleLimits {
  return {
    statement_timeout: statementLimitMs('question', timeoutFactor),
    lock_timeout: lockLimitMs('question', timeoutFactor),
    idle_in_transaction_session_timeout: Math.round(IDLE_IN_TRANSACTION_MS * timeoutFactor),
  };
}
