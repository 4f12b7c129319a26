import type { Database } from '@plaudit/database';

/** A row that is leased to a worker. Every later write names its lease, so that a worker that froze past it changes nothing. */
export interface Leased {
  id: number;
  lease_id: string | null;
}

/**
 * Extends leases of rows of a table with the columns id, lease_id and lease_until. Returns the rows that are still leased to the caller.
 * A row that is locked is being written, and keeps its time until the next extension.
 */
export async function extendLeases<Row extends Leased>(
  database: Database,
  table: string,
  rows: readonly Row[],
  leaseMs: number,
): Promise<Row[]> {
  const held = await database.queryWithin<{ id: number }>(
    'request',
    `with mine as (
       select id, lease_id from unnest($1::bigint[], $2::uuid[]) as given (id, lease_id)
     ), free as (
       select t.id from ${table} t join mine using (id, lease_id) order by t.id for update of t skip locked
     ), extended as (
       update ${table} t set lease_until = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
       from free where t.id = free.id
     )
     select t.id from ${table} t join mine using (id, lease_id)`,
    [rows.map(({ id }) => id), rows.map(({ lease_id }) => lease_id), leaseMs],
  );
  const ids = new Set(held.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
}
