import type { DomainEvent } from '@plaudit/contracts';
import { type Database, FairSemaphore, queryRows, type Tenant, type Tx } from '@plaudit/database';
import { INBOX, otherPartition } from '../partitions/partitioned-table';
import { EventBatches } from './event-batches';

/** Longer than events usually wait for each other. */
const BATCH_LOCK_LIMIT_MS = 3_000;
/**
 * Longer than the locks of a process that was stopped. An event that waits longer is parked, so that it does not take the
 * place of others.
 */
const LOCK_LIMIT_MS = 10_000;

/** For transactions with the events of several accounts. */
const SEVERAL = 'several';

type WorkOnMany<E extends DomainEvent> = (tx: Tx, events: readonly E[]) => Promise<void>;

interface HandlerBatches<E extends DomainEvent> {
  work: WorkOnMany<E>;
  batches: EventBatches<E>;
}

/** Ensures that an event has its effect once per handler, even if it is delivered several times. */
export class Inbox {
  /** The batches of {@link onceTogether} by handler. */
  private readonly batches = new Map<string, unknown>();

  /** One connection of the pool is for requests, and for the question whether the database works. */
  private readonly transactions: FairSemaphore;

  /** `batchLockLimitMs` is the longest wait for a lock of events that share a transaction. */
  constructor(
    private readonly database: Database,
    private readonly batchLockLimitMs = BATCH_LOCK_LIMIT_MS,
  ) {
    const { poolSize = 1 } = database.dataSource.options;
    const size = Math.max(1, poolSize - 1);
    this.transactions = new FairSemaphore({ size, isDivided: true, dividedOver: poolSize });
  }

  /**
   * Runs `work` in a transaction that also records `(handler, event.id)`. Returns the result of `work`, or undefined
   * without running `work` if that pair was recorded before. A concurrent delivery waits until the first one has ended.
   *
   * `handler` is a string that never changes, so that a renamed class does not repeat effects. Two handlers of one
   * event use different strings.
   */
  once<T>(event: DomainEvent, handler: string, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
    return this.transaction([event], LOCK_LIMIT_MS, async (tx) => {
      const recorded = await queryRows(
        tx,
        'insert into inbox (handler, event_id) values ($1, $2) on conflict do nothing returning 1 as one',
        [handler, event.id],
      );
      return recorded.length > 0 ? work(tx) : undefined;
    });
  }

  /**
   * Like {@link once}, but events that are delivered at the same time share one transaction, and `work` gets all of them
   * that were not recorded before, at most one of each subject. Use it where a transaction per event costs more than the
   * effect. Events that `work` adds to the outbox state their cause, because several events are being handled.
   *
   * `work` is the same function in every call for a handler, because it handles the events of other calls, too. `maxEvents` is the
   * most events of a transaction; default 8.
   */
  onceTogether<E extends DomainEvent>(
    event: E,
    handler: string,
    work: WorkOnMany<E>,
    maxEvents?: number,
  ): Promise<void> {
    const known = this.batches.get(handler) as HandlerBatches<E> | undefined;
    if (known && known.work !== work)
      throw new Error(
        `The inbox got a second function for the handler ${handler}. Pass the same function each time, or name it differently.`,
      );
    const batches =
      known?.batches ??
      new EventBatches<E>((events) => this.handleTogether(events, handler, work), { maxEvents });
    if (!known) this.batches.set(handler, { work, batches });
    return batches.add(event);
  }

  private async handleTogether<E extends DomainEvent>(
    events: readonly E[],
    handler: string,
    work: WorkOnMany<E>,
  ): Promise<void> {
    // An event that waits long for a lock fails the batch, so that the others, handled alone, no longer wait with it.
    const lockLimitMs = events.length > 1 ? this.batchLockLimitMs : LOCK_LIMIT_MS;
    await this.transaction(events, lockLimitMs, async (tx) => {
      const recorded = await queryRows<{ event_id: string }>(
        tx,
        // In a fixed order, so that two batches with the same events wait for each other and do not deadlock.
        `insert into inbox (handler, event_id) select $1, event_id from unnest($2::text[]) as given (event_id)
         order by event_id on conflict do nothing returning event_id`,
        [handler, events.map(({ id }) => id)],
      );
      const ids = new Set(recorded.map((row) => row.event_id));
      const fresh = events.filter(({ id }) => ids.has(id));
      if (fresh.length > 0) await work(tx, fresh);
    });
  }

  private transaction<T>(
    events: readonly DomainEvent[],
    lockLimitMs: number,
    work: (tx: Tx) => Promise<T>,
  ): Promise<T> {
    const accounts = new Set(events.map(({ accountid }) => accountid));
    const [account] = accounts.size === 1 ? accounts : [SEVERAL];
    return this.transactions.run(account as Tenant, () =>
      this.database.transaction(work, 'background', lockLimitMs),
    );
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
