import { DatabaseClient } from '@plaudit/database';
import type { ClientBase } from 'pg';

/** How far the snapshot of a durable has come. */
export interface Progress {
  /** All records up to this id are sent. */
  cursor: number;
  begunAt: Date;
  /** Records that were sent, also by earlier runs of the same snapshot. */
  sent: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
/**
 * An older snapshot is not continued. Its pages have an old state, and DIRECT deletes those that nobody has handled after 14
 * days.
 */
const CONTINUED_FOR_HOURS = 24;

/**
 * The stored progress of one durable's snapshot, and the lock by which one process at a time sends it. The lock belongs to the
 * session, so it ends with the process.
 */
export class SnapshotProgress {
  private constructor(
    private readonly client: ClientBase & { end(): Promise<void> },
    private readonly durable: string,
  ) {}

  /** Connects and takes the lock. Throws if another process sends a snapshot to this durable. */
  static async open(databaseUrl: string, schema: string, durable: string): Promise<SnapshotProgress> {
    const client = new DatabaseClient({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      application_name: `plaudit-${schema}-snapshot`,
    });
    // The next statement fails with the error of a lost connection. Without a listener it would end the process.
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query("select set_config('search_path', $1, false)", [`${schema},public`]);
      const { rows } = await client.query<{ locked: boolean }>(
        "select pg_try_advisory_lock(hashtextextended('snapshot to ' || $1, 0)) as locked",
        [`${schema} ${durable}`],
      );
      if (rows[0]?.locked) return new SnapshotProgress(client, durable);
      throw new Error(`Another process is sending a snapshot to ${durable}. Wait until it has ended.`);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /**
   * Returns the progress of the interrupted snapshot. Begins a new one if there is none, if that is older than a day, or if
   * `restart` is true.
   */
  async begin(restart: boolean): Promise<Progress> {
    await this.client.query(
      `delete from snapshot_progress
       where durable = $1 and ($2 or begun_at < clock_timestamp() - make_interval(hours => $3))`,
      [this.durable, restart, CONTINUED_FOR_HOURS],
    );
    const { rows } = await this.client.query<{ cursor: string; begun_at: Date; sent: string }>(
      `insert into snapshot_progress (durable) values ($1)
       on conflict (durable) do update set durable = excluded.durable returning cursor, begun_at, sent`,
      [this.durable],
    );
    const [row] = rows;
    return { cursor: Number(row!.cursor), begunAt: row!.begun_at, sent: Number(row!.sent) };
  }

  /** Stores that all records up to `cursor` are sent. */
  async advance(cursor: number, records: number): Promise<void> {
    await this.client.query('update snapshot_progress set cursor = $2, sent = sent + $3 where durable = $1', [
      this.durable,
      cursor,
      records,
    ]);
  }

  /** Removes the progress, so that the next snapshot begins anew. */
  async finish(): Promise<void> {
    await this.client.query('delete from snapshot_progress where durable = $1', [this.durable]);
  }

  /** Releases the lock. */
  async close(): Promise<void> {
    await this.client.end();
  }
}
