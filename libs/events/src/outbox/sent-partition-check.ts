import type { Client } from 'pg';
import { DailyPartitions, type PartitionAccess } from '../partitions/daily-partitions';
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
    await new DailyPartitions(OUTBOX_SENT, accessBy(client)).ensureToday();
    this.checkedAt = now;
  }
}

function accessBy(client: Client): PartitionAccess {
  const query = async <Row>(sql: string, parameters?: unknown[]): Promise<Row[]> => {
    const { rows } = await client.query<Row & object>(sql, parameters);
    return rows;
  };
  return {
    query,
    inTransaction: async (work) => {
      await query('begin');
      try {
        await work(query);
        await query('commit');
      } catch (error) {
        await query('rollback');
        throw error;
      }
    },
  };
}
