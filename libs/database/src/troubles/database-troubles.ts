import { isDatabaseUnavailable, sqlStateOf } from './unavailable';

/**
 * Why a statement failed although nothing is wrong with it. It may succeed if it is repeated.
 *
 * - `unreachable`: Postgres is away, shuts down, or ended the session.
 * - `busy`: no connection of this process became free in time.
 * - `lock_timeout`, `deadlock`: another transaction holds a lock.
 * - `statement_timeout`: Postgres cancelled the statement because it took too long, or because an administrator asked for it.
 */
export type DatabaseTrouble = 'unreachable' | 'busy' | 'lock_timeout' | 'deadlock' | 'statement_timeout';

const BY_SQLSTATE = new Map<string, DatabaseTrouble>([
  ['55P03', 'lock_timeout'],
  ['40P01', 'deadlock'],
  ['57014', 'statement_timeout'],
]);

/** pg-pool gives this error no code. */
const NO_FREE_CONNECTION = 'timeout exceeded when trying to connect';

/** No connection of the pool became free in time, or too many works wait for one. */
export class ConnectionsBusyError extends Error {
  override readonly name = 'ConnectionsBusyError';

  /** `waitMs` is null if too many works wait. */
  constructor(waitMs: number | null) {
    super(
      waitMs === null
        ? 'too many statements wait for a database connection'
        : `no database connection became free within ${waitMs} ms`,
    );
  }
}

/** Returns the trouble that an error of a statement reports, or null if the fault is in the statement or its rows. */
export function troubleOf(error: unknown): DatabaseTrouble | null {
  if (isPoolExhausted(error)) return 'busy';
  const known = BY_SQLSTATE.get(sqlStateOf(error) ?? '');
  return known ?? (isDatabaseUnavailable(error) ? 'unreachable' : null);
}

/** Returns true if no connection of the pool became free in time. */
export function isPoolExhausted(error: unknown): boolean {
  if (error instanceof ConnectionsBusyError) return true;
  return (error as { message?: unknown } | null)?.message === NO_FREE_CONNECTION;
}

/**
 * The errors that a Database threw because of a trouble. Their codes alone do not tell where they come from: a connection to
 * any other server may be refused, too.
 */
const thrown = new WeakMap<object, DatabaseTrouble>();

/** Records that a Database throws this error because of `trouble`. */
export function recordTrouble(error: unknown, trouble: DatabaseTrouble): void {
  if (typeof error === 'object' && error !== null) thrown.set(error, trouble);
}

/** Returns the trouble because of which a Database threw this error, or null for every other error. */
export function thrownTrouble(error: unknown): DatabaseTrouble | null {
  return typeof error === 'object' && error !== null ? (thrown.get(error) ?? null) : null;
}
