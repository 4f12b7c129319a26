import type { Client } from 'pg';
import { DailyPartitions, type InTransaction } from '../partitions/daily-partitions';
import { OUTBOX_SENT } from '../partitions/partitioned-table';

const INTERVAL_MS = 60_000;

/** Makes sure, once per minute, that `outbox_sent` has the partition into which published events are moved. */
export class SentPartitionCheck {
  private checkedAt = 0;

  /** Makes the next `ensure` check at once. */
  reset(): void {
    this.checkedAt = 0;
  }

  /** Creates today's partition if it is missing. Throws if it cannot be created, because nothing may be published then. */
  async ensure(client: Client, now: number): Promise<void> {
    if (now - this.checkedAt < INTERVAL_MS) return;
    await new DailyPartitions(OUTBOX_SENT, transactionsOf(client)).ensureToday();
    this.checkedAt = now;
  }
}

function transactionsOf(client: Client): InTransaction {
  return async (work) => {
    await client.query('begin');
    try {
      const result = await work(async (sql, parameters) => {
        const { rows } = await client.query(sql, parameters);
        return rows as never[];
      });
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  };
}
