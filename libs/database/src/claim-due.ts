import { queryRows, type Tx } from './database';

export interface DueWork {
  /** Table with id, due_at timestamptz, lease_until timestamptz, lease_id uuid. */
  table: string;
  /** At most this many rows. */
  batch: number;
  leaseMs: number;
  /** Extra condition over the alias `due`, parameters from $3 on; e.g. `due.state = $3`. */
  where?: string;
  parameters?: unknown[];
  /** Default: the longest due first. */
  orderBy?: string;
}

/**
 * Takes due rows for this worker: nobody else sees them until the lease ends, and every later write must name the
 * returned `lease_id`, so that a worker that was frozen past its lease changes nothing. The clock is the database's.
 */
export async function claimDue<Row>(tx: Tx, work: DueWork): Promise<Row[]> {
  const condition = work.where ? `and (${work.where})` : '';
  return queryRows<Row>(
    tx,
    `with claimed as (
       select due.id from ${work.table} due
       where due.due_at <= clock_timestamp()
         and (due.lease_until is null or due.lease_until < clock_timestamp()) ${condition}
       order by ${work.orderBy ?? 'due.due_at'}
       limit $1
       for update skip locked
     )
     update ${work.table} target
     set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
     from claimed where target.id = claimed.id
     returning target.*`,
    [work.batch, work.leaseMs, ...(work.parameters ?? [])],
  );
}
