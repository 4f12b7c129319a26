import type { Database } from '@plaudit/database';

/** How far the clock of a service and that of the database may differ. Events have the time of the service. */
const MAX_SKEW_MINUTES = 5;
const MAX_AGE_MS = 3_600_000;

/**
 * Returns a time, in whole seconds, up to which every event of this schema is committed: no transaction that is still open or
 * begins later can add an event with this time or an earlier one. Call it before the statement that counts, not in it. A
 * transaction that commits between that statement's snapshot and the look at the open transactions would be missed.
 *
 * Throws if a transaction has been open for an hour, because `outbox_sent` may lack events that are newer than the time.
 */
export async function settledTime(database: Database, maxAgeMs = MAX_AGE_MS): Promise<Date> {
  const [row] = await database.query<{ settled: Date; now: Date }>(
    `select date_trunc('second', least(clock_timestamp(), min(xact_start))
              - make_interval(mins => ${MAX_SKEW_MINUTES})) as settled,
            clock_timestamp() as now
     from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
  );
  const { settled, now } = row!;
  if (now.getTime() - settled.getTime() > maxAgeMs) {
    throw new Error(
      `A transaction of this service has been open since about ${settled.toISOString()}; end it in Postgres.`,
    );
  }
  return settled;
}
