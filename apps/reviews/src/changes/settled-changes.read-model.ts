import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

/** A transaction has its time a moment before others can see that it is open. */
const MARGIN_SECONDS = 1;

/** Says up to when every change of a review is committed. */
@Injectable()
export class SettledChangesReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns a time, in whole seconds, that every change from now on is later than: `updated_on` and `deleted_on` are the begin of
   * the transaction, and no transaction of this service that began before is still open. Call it before the statement that
   * reads changes, not in it: a transaction that commits between the snapshot of that statement and the look at the open
   * transactions would be missed.
   */
  async time(): Promise<Date> {
    const [row] = await this.database.query<{ settled: Date }>(
      `select date_trunc('second', least(clock_timestamp(), min(xact_start))
                - make_interval(secs => ${MARGIN_SECONDS})) as settled
       from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`,
    );
    return (row as { settled: Date }).settled;
  }
}
