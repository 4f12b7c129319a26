import type { Database } from '@plaudit/database';
import { claimDue, type DueWork } from './claim-due';
import { extendLeases, type Leased } from './leases';

/**
 * A queue without lanes, whose rows are deleted when they are done. The table also has the column `attempts`: a claim counts one, also
 * if its process dies.
 */
export class WorkTable<Row extends Leased> {
  constructor(
    protected readonly database: Database,
    private readonly options: Pick<DueWork, 'table' | 'leaseMs'>,
  ) {}

  /** Leases at most `batch` due rows, those that are due the longest first. */
  claim(batch: number): Promise<Row[]> {
    const work = { ...this.options, batch, set: 'attempts = attempts + 1' };
    return this.database.transaction((tx) => claimDue<Row>(tx, work), 'background');
  }

  /** Extends the leases. Returns the rows that are still leased to the caller. */
  extend(rows: readonly Row[]): Promise<Row[]> {
    return extendLeases(this.database, this.options.table, rows, this.options.leaseMs);
  }

  /** Deletes a row that is done. */
  async finish({ id, lease_id }: Row): Promise<void> {
    await this.database.query(`delete from ${this.options.table} where id = $1 and lease_id = $2`, [
      id,
      lease_id,
    ]);
  }

  /** Makes a row due again after this time. */
  async postpone({ id, lease_id }: Row, delayMs: number): Promise<void> {
    await this.database.query(
      `update ${this.options.table} set lease_id = null, lease_until = null,
         due_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
       where id = $1 and lease_id = $2`,
      [id, lease_id, delayMs],
    );
  }
}
