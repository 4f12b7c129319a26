import type { Logger } from '@nestjs/common';
import type { Client } from 'pg';

const MAINTENANCE_INTERVAL_MS = 3_600_000;
const DAYS_AHEAD = 2;
const DAY_MS = 86_400_000;
const PARTITION = /^outbox_sent_(\d{4})(\d\d)(\d\d)$/;

/** Creates the daily partitions of `outbox_sent` ahead of time and drops the expired ones, once per hour. */
export class SentPartitions {
  private maintainedAt = 0;

  constructor(
    private readonly retainHours: number,
    private readonly logger: Logger,
  ) {}

  /** Makes the next `maintain` run at once. */
  reset(): void {
    this.maintainedAt = 0;
  }

  /** Throws if a partition cannot be created, because events could not be moved then. */
  async maintain(client: Client, now: number): Promise<void> {
    if (now - this.maintainedAt < MAINTENANCE_INTERVAL_MS) return;
    await createPartitions(client);
    this.maintainedAt = now;
    // Dropping waits for readers of the table. Publishing must not depend on that, so a failure waits an hour.
    await dropOldPartitions(client, this.retainHours).catch((error: Error) =>
      this.logger.warn(`Failed to drop old partitions of outbox_sent: ${error.message}`),
    );
  }
}

/** Creates the partitions for today (UTC) and the two days after it. */
async function createPartitions(client: Client): Promise<void> {
  const today = await databaseDay(client);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = new Date(today.getTime() + ahead * DAY_MS);
    const next = new Date(day.getTime() + DAY_MS);
    await client.query(
      `create table if not exists ${partitionOf(day)} partition of outbox_sent
       for values from ('${day.toISOString()}') to ('${next.toISOString()}')`,
    );
  }
}

/** Drops the partitions whose last event was published more than `retainHours` ago. */
async function dropOldPartitions(client: Client, retainHours: number): Promise<void> {
  const { rows } = await client.query<{ name: string; now: Date }>(
    `select child.relname as name, clock_timestamp() as now
     from pg_inherits join pg_class child on child.oid = inhrelid where inhparent = 'outbox_sent'::regclass`,
  );
  const old = rows.filter(({ name, now }) => {
    const day = dayOf(name);
    return day !== null && day.getTime() + DAY_MS + retainHours * 3_600_000 <= now.getTime();
  });
  for (const { name } of old) await client.query(`drop table ${name}`);
}

export function partitionOf(day: Date): string {
  return `outbox_sent_${day.toISOString().slice(0, 10).replaceAll('-', '')}`;
}

function dayOf(partition: string): Date | null {
  const match = PARTITION.exec(partition);
  return match ? new Date(`${match[1]}-${match[2]}-${match[3]}T00:00:00Z`) : null;
}

async function databaseDay(client: Client): Promise<Date> {
  const { rows } = await client.query<{ today: string }>(
    "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD') as today",
  );
  return new Date(`${rows[0]!.today}T00:00:00Z`);
}
