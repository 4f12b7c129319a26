import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';

/** Rows per statement, so that a backlog does not cause a long transaction. */
const BATCH_SIZE = 1_000;
/** The primary keys of the tables whose rows expire. */
const KEYS = {
  sessions: 'hash',
  login_links: 'hash',
  setup_links: 'hash',
  password_resets: 'user_id',
  sign_in_attempts: 'counter',
} as const;

@Injectable()
export class SignInRepository {
  constructor(private readonly database: Database) {}

  /** Deletes the rows that expired before `now`, in batches. Skips rows that another transaction has locked. */
  async deleteExpired(table: keyof typeof KEYS, now: Date): Promise<void> {
    const key = KEYS[table];
    let deleted: unknown[];
    do {
      deleted = await this.database.queryWithin(
        'background',
        `delete from ${table} where ${key} in (
           select ${key} from ${table} where expires_on < $1 limit ${BATCH_SIZE} for update skip locked
         ) returning 1 as one`,
        [now],
      );
    } while (deleted.length === BATCH_SIZE);
  }

  /** Lets the transaction commit without waiting for the disk. A crash of Postgres can lose its changes. */
  async commitAsynchronously(tx: Tx): Promise<void> {
    await queryRows(tx, 'set local synchronous_commit = off');
  }
}
