import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';

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
const TABLES = Object.entries(KEYS);

@Injectable()
export class SignInRepository {
  constructor(private readonly database: Database) {}

  /**
   * Deletes expired sessions, links and counters of attempts, and skips rows that another transaction has locked. Returns true if there
   * may be more.
   */
  @Chore({ name: 'expired_sign_ins', everyMs: 3_600_000, per: 'service' })
  async deleteExpired(now: Date): Promise<boolean> {
    let isLeft = false;
    for (const [table, key] of TABLES) {
      const deleted = await this.database.queryWithin(
        'background',
        `delete from ${table} where ${key} in (
           select ${key} from ${table} where expires_on < $1 limit ${BATCH_SIZE} for update skip locked
         ) returning 1 as one`,
        [now],
      );
      isLeft ||= deleted.length === BATCH_SIZE;
    }
    return isLeft;
  }

  /** Lets the transaction commit without waiting for the disk. A crash of Postgres can lose its changes. */
  async commitAsynchronously(tx: Tx): Promise<void> {
    await queryRows(tx, 'set local synchronous_commit = off');
  }
}
