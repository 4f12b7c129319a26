import type { Database } from '@plaudit/database';

/** Rows that one statement removes: a backlog is no reason for a long transaction. */
const PURGED_AT_ONCE = 1_000;

/** Removes what expired before `now` and nobody else is at work on. */
export async function purgeExpired(
  database: Database,
  table: 'sessions' | 'login_links',
  now: Date,
): Promise<void> {
  let removed: unknown[];
  do {
    removed = await database.query(
      `delete from ${table} where hash in (
         select hash from ${table} where expires_on < $1 limit ${PURGED_AT_ONCE} for update skip locked
       ) returning 1 as one`,
      [now],
    );
  } while (removed.length === PURGED_AT_ONCE);
}
