import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { AiEnv } from '../ai.env';

/** The right to write one text, over all replicas. */
export interface GenerationLock {
  /** What is written, such as `summary:42` or `insights:42:fr`. */
  key: string;
  lease_id: string;
}

/** Reading the reviews, the embedded provider after a model that failed, and storing. */
const LEASE_MS_BEYOND_MODEL = 25_000;
/** A model may take 1.4 times AI_TIMEOUT_MS. */
const MODEL_SHARE = 1.4;

const UNTIL = 'clock_timestamp() + make_interval(secs => $2::float8 / 1000)';
const TAKE = `insert into generation_locks (key, lease_id, lease_until) values ($1, gen_random_uuid(), ${UNTIL})
  on conflict (key) do update set lease_id = excluded.lease_id, lease_until = excluded.lease_until`;
const HELD = 'key = $1 and lease_id = $2';

/** Leases of what is being written. They end by the clock of the database, also if their process dies. */
@Injectable()
export class GenerationLocksRepository {
  private readonly leaseMs: number;

  constructor(
    private readonly database: Database,
    { AI_TIMEOUT_MS }: AiEnv,
  ) {
    this.leaseMs = AI_TIMEOUT_MS * MODEL_SHARE + LEASE_MS_BEYOND_MODEL;
  }

  /** Returns the lock, or null if another generation holds it. */
  async acquire(key: string): Promise<GenerationLock | null> {
    const [lock] = await this.database.query<GenerationLock>(
      `${TAKE} where generation_locks.lease_until < clock_timestamp() returning key, lease_id`,
      [key, this.leaseMs],
    );
    return lock ?? null;
  }

  /** Returns the lock, also if another generation holds it. That one stores nothing any more. */
  async seize(key: string): Promise<GenerationLock> {
    const [lock] = await this.database.query<GenerationLock>(`${TAKE} returning key, lease_id`, [
      key,
      this.leaseMs,
    ]);
    return lock as GenerationLock;
  }

  /** Lets the lease begin again. Does nothing if it is lost. */
  async extend({ key, lease_id }: GenerationLock): Promise<void> {
    await this.database.query(
      `update generation_locks set lease_until = ${UNTIL} where key = $1 and lease_id = $3`,
      [key, this.leaseMs, lease_id],
    );
  }

  /** Returns true if the lock is still held. Nobody takes it before the transaction ends. */
  async isHeld(tx: Tx, { key, lease_id }: GenerationLock): Promise<boolean> {
    const held = await queryRows(tx, `select from generation_locks where ${HELD} for update`, [
      key,
      lease_id,
    ]);
    return held.length > 0;
  }

  async release({ key, lease_id }: GenerationLock): Promise<void> {
    await this.database.query(`delete from generation_locks where ${HELD}`, [key, lease_id]);
  }

  /** Deletes the leases of processes that died. */
  @Chore({ name: 'old_generation_locks', everyMs: 3_600_000, per: 'service' })
  async purge(): Promise<void> {
    await this.database.queryWithin(
      'background',
      `delete from generation_locks where lease_until < clock_timestamp() - interval '1 hour'`,
    );
  }
}
