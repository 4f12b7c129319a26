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

/** Returns a limit as a whole number of milliseconds. */
export function statementLimitMs(limit: StatementLimit, timeoutFactor: number): number {
  return Math.round(STATEMENT_LIMITS_MS[limit] * timeoutFactor);
}

/** pg-pool gives this error no code. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** Returns true if no connection of the pool became free in time. */
export function isPoolExhausted(error: unknown): boolean {
  return (error as { message?: unknown } | null)?.message === NO_FREE_CONNECTION;
}

const QUERY_CANCELED = '57014';

/** Returns true if Postgres cancelled a statement because of its limit, or because an administrator asked for it. */
export function isStatementCancelled(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === QUERY_CANCELED;
}
