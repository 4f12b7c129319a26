import { type Database, queryRows, type Tx } from '@plaudit/database';
import { settledTime } from './settled-time';

export interface CountBatch {
  /** Begin with the sub account after this id. */
  afterId: number;
  /** Count the rows as of this time, which is a {@link settledTime}. */
  asOf: Date;
}

/** Adds the events of one batch of sub accounts. Returns the id of the last one, or null if there are no more after it. */
export type PublishCounts = (tx: Tx, batch: CountBatch) => Promise<number | null>;

/**
 * Runs the nightly count of a service. The table `count_runs` has one row, with the time at which the next run is due and the
 * last sub account of the run in progress. Each batch is one transaction that locks the row. So replicas that run at
 * the same time publish every batch once, and a run that was interrupted continues after its last batch.
 */
export class NightlyCount {
  constructor(
    private readonly database: Database,
    private readonly publish: PublishCounts,
  ) {}

  /** Publishes all batches of the run if it is due. Returns the number of batches that this call published. */
  async run(stopped: () => boolean = () => false): Promise<number> {
    let batches = 0;
    while (!stopped() && (await this.overdueSeconds()) > 0 && (await this.batch())) batches += 1;
    return batches;
  }

  /** Returns for how many seconds a run has been due. 0 means that none is. */
  async overdueSeconds(): Promise<number> {
    const [row] = await this.database.query<{ overdue: number }>(
      'select greatest(extract(epoch from clock_timestamp() - due_at), 0)::float8 as overdue from count_runs',
    );
    return row?.overdue ?? 0;
  }

  /** Returns false if the run has ended in the meantime, or if another replica publishes a batch. */
  private async batch(): Promise<boolean> {
    const asOf = await settledTime(this.database);
    return this.database.transaction(async (tx) => {
      const [run] = await queryRows<{ after_id: number }>(
        tx,
        'select after_id from count_runs where due_at <= clock_timestamp() for update skip locked',
      );
      if (!run) return false;
      const last = await this.publish(tx, { afterId: run.after_id, asOf });
      await (last === null ? scheduleNext(tx) : advance(tx, last));
      return true;
    }, 'background');
  }
}

async function advance(tx: Tx, afterId: number): Promise<void> {
  await queryRows(tx, 'update count_runs set after_id = $1', [afterId]);
}

/** The time is random, so that the services do not count at the same time. */
async function scheduleNext(tx: Tx): Promise<void> {
  await queryRows(tx, `update count_runs set after_id = 0, due_at = ${NEXT_NIGHT}`);
}

/** A random time between 01:00 and 04:00 UTC of the next day. */
const NEXT_NIGHT = `date_trunc('day', now(), 'UTC') + interval '25 hours' + random() * interval '3 hours'`;
