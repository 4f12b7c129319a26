import { claimDue, type Database } from '@plaudit/database';

/** The columns of every table of mails that are to be sent. */
export interface MailRow {
  id: number;
  attempts: number;
  /** Time of the event or request that the mail is about. */
  occurred_on: Date;
  lease_id: string | null;
}

/** Longer than the longest conversation with a mail server. */
const LEASE_MS = 300_000;
const HELD = 'id = $1 and lease_id = $2';

/** Claims the due mails of one table and records what became of them. */
export class MailRowsRepository<Row extends MailRow> {
  constructor(
    private readonly database: Database,
    private readonly table: 'admin_mails' | 'reset_mails',
  ) {}

  /** Claims due mails and counts the attempt. The claim of a process that died ends by itself. */
  claim(batch: number): Promise<Row[]> {
    const work = { table: this.table, batch, leaseMs: LEASE_MS, set: 'attempts = attempts + 1' };
    return this.database.transaction((tx) => claimDue<Row>(tx, work), 'background');
  }

  /** Deletes a mail that was sent or given up. */
  async finish({ id, lease_id }: Row): Promise<void> {
    await this.database.query(`delete from ${this.table} where ${HELD}`, [id, lease_id]);
  }

  async postpone({ id, lease_id }: Row, delayMs: number): Promise<void> {
    await this.database.query(
      `update ${this.table} set lease_id = null, lease_until = null,
         due_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000) where ${HELD}`,
      [id, lease_id, delayMs],
    );
  }
}
