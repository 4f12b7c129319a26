import type { DomainEvent } from '@plaudit/contracts';
import { type Database, queryRows, type Tx } from '@plaudit/database';
import { INBOX, otherPartition } from '../partitions/partitioned-table';

/** Ensures that an event has its effect once per handler, even if it is delivered several times. */
export class Inbox {
  constructor(private readonly database: Database) {}

  /**
   * Runs `work` in a transaction that also records `(handler, event.id)`. Returns the result of `work`, or undefined
   * without running `work` if that pair was recorded before. A concurrent delivery waits until the first one has ended.
   *
   * `handler` is a string that never changes, so that a renamed class does not repeat effects. Two handlers of one
   * event use different strings.
   */
  once<T>(event: DomainEvent, handler: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    return this.database.transaction(async (tx) => {
      const recorded = await queryRows(
        tx,
        'insert into inbox (handler, event_id) values ($1, $2) on conflict do nothing returning 1 as one',
        [handler, event.id],
      );
      return recorded.length > 0 ? work(tx) : undefined;
    }, 'background');
  }

  /**
   * Deletes the expired entries that no daily partition holds, and returns their number. EventPartitions drops the
   * others with their partition.
   */
  async purge(): Promise<number> {
    const deleted = await this.database.queryWithin(
      'background',
      `delete from ${otherPartition(INBOX)}
       where processed_at < clock_timestamp() - make_interval(hours => $1) returning 1 as one`,
      [INBOX.retainHours],
    );
    return deleted.length;
  }
}
