import type { Database } from './database';

/** A transaction has its time a moment before others can see that it is open. */
const MARGIN_SECONDS = 1;

/**
 * Returns a time, in whole seconds, that every change from now on is later than, if changes carry the begin of their
 * transaction, `now()`: no transaction of this service that began before it is still open. Call it before the statement
 * that reads changes, not in it. A transaction that commits between the snapshot of that statement and the look at the open
 * transactions would be missed.
 */
export async function settledChanges(database: Database): Promise<Date> {
  const [row] = await database.query<{ settled: Date }>(
    `select date_trunc('second', least(clock_timestamp(), min(xact_start))
              - make_interval(secs => ${MARGIN_SECONDS})) as settled
     from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
  return (row as { settled: Date }).settled;
}
