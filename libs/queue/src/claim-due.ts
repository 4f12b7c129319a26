import { queryRows, type Tx } from '@plaudit/database';

export interface DueWork {
  /** A table with the columns id, due_at timestamptz, lease_until timestamptz and lease_id uuid. */
  table: string;
  /** Claims at most this many rows. */
  batch: number;
  leaseMs: number;
  /** An extra condition on the alias `due`, such as `due.state = $3`. Its parameters start at $3. */
  where?: string;
  parameters?: unknown[];
  /** Default: the rows that are due the longest come first. */
  orderBy?: string;
  /**
   * Further assignments to the claimed rows, such as `attempts = attempts + 1`. Do not write the rows again in the same
   * transaction. Postgres would then check their foreign keys, and wait for a lock on the row that they refer to.
   */
  set?: string;
}

/**
 * Claims due rows for this worker and returns them. No other worker gets them until the lease expires. Every later
 * write must name the returned `lease_id`, so that a worker that froze past its lease changes nothing. Times come from
 * the clock of the database.
 */
export async function claimDue<Row>(tx: Tx, work: DueWork): Promise<Row[]> {
  const condition = work.where ? `and (${work.where})` : '';
  const assignments = work.set ? `, ${work.set}` : '';
  return queryRows<Row>(
    tx,
    `with claimed as (
       select due.id from ${work.table} due
       where due.due_at <= statement_timestamp()
         and (due.lease_until is null or due.lease_until < statement_timestamp()) ${condition}
       order by ${work.orderBy ?? 'due.due_at'}
       limit $1
       for update skip locked
     )
     update ${work.table} target
     set lease_id = gen_random_uuid(), lease_until = clock_timestamp() + make_interval(secs => $2::float8 / 1000)${assignments}
     from claimed where target.id = claimed.id
     returning target.*`,
    [work.batch, work.leaseMs, ...(work.parameters ?? [])],
  );
}
