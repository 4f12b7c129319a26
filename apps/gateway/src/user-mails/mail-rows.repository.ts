import type { Database } from '@plaudit/database';
import { type Leased, WorkTable } from '@plaudit/queue';

/** The columns of every table of mails that are to be sent. */
export interface MailRow extends Leased {
  attempts: number;
  /** Time of the event or request that the mail is about. */
  occurred_on: Date;
}

/** Longer than the longest conversation with a mail server. */
const LEASE_MS = 300_000;

/** Claims the due mails of one table and records what became of them. */
export class MailRowsRepository<Row extends MailRow> extends WorkTable<Row> {
  constructor(database: Database, table: 'admin_mails' | 'reset_mails') {
    super(database, { table, leaseMs: LEASE_MS });
  }
}
