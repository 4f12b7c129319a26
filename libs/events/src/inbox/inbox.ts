import type { DomainEvent } from '@plaudit/contracts';
import { type Database, queryRows, type Tx } from '@plaudit/database';

/** A replay reaches as far back as the EVENTS stream (14 days); older entries can never be asked for. */
const RETAIN_DAYS = 15;
const PURGE_BATCH = 10_000;

/** Makes an event's effect happen once per handler, however often it is delivered. */
export class Inbox {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` in a transaction that also records `(handler, event.id)`. Returns undefined without running `work`
   * if that pair was recorded before. A concurrent delivery waits for the first one to end.
   *
   * `handler` is a string that never changes, so that renaming a class repeats no effect. Two handlers of one event
   * use different strings.
   */
  once<T>(event: DomainEvent, handler: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    return this.database.transaction(async (tx) => {
      const noted = await queryRows(
        tx,
        'insert into inbox (handler, event_id) values ($1, $2) on conflict do nothing returning 1 as one',
        [handler, event.id],
      );
      return noted.length > 0 ? work(tx) : undefined;
    });
  }

  /** Forgets entries older than 15 days, in small transactions; returns how many. The runtime ticks it. */
  async purge(olderThanDays: number = RETAIN_DAYS): Promise<number> {
    let purged = 0;
    for (;;) {
      const gone = await this.database.query(
        `delete from inbox where (handler, event_id) in (
           select handler, event_id from inbox
           where processed_at < clock_timestamp() - make_interval(days => $1) limit ${PURGE_BATCH}
         ) returning 1 as one`,
        [olderThanDays],
      );
      purged += gone.length;
      if (gone.length < PURGE_BATCH) return purged;
    }
  }
}
