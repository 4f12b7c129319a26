import { Injectable } from '@nestjs/common';
import { claimDue, Database } from '@plaudit/database';
import type { KnownChannel } from '../channels/channels.read-model';
import { AiEnv } from '../ai.env';
import type { DailyCap } from '../generations/daily-cap';
import type { RefreshEntity } from './refresh.entity';

/** A refresh that a worker has claimed. `id` is the channel's. */
export interface RefreshLease extends RefreshEntity {
  lease_id: string;
}

/** Each of the two runs of a generation may take 1.4 times AI_TIMEOUT_MS. */
const MODEL_SHARE = 2 * 1.4;
/** Reading the reviews, the embedded provider after a model that failed, and storing. */
const LEASE_MS_BEYOND_MODEL = 60_000;

const HELD = 'id = $1 and lease_id = $2';

@Injectable()
export class RefreshesRepository {
  private readonly leaseMs: number;

  constructor(
    private readonly database: Database,
    { AI_TIMEOUT_MS }: AiEnv,
  ) {
    this.leaseMs = AI_TIMEOUT_MS * MODEL_SHARE + LEASE_MS_BEYOND_MODEL;
  }

  /** Makes a refresh of the channel due now. Returns false if one is due or under way. */
  async add({ id, account_id, sub_account_id }: KnownChannel, cap: DailyCap): Promise<boolean> {
    const added = await this.database.query(
      `insert into refreshes (id, account_id, sub_account_id, daily_cap, due_at)
       values ($1, $2, $3, $4, clock_timestamp()) on conflict (id) do nothing returning id`,
      [id, account_id, sub_account_id, cap],
    );
    return added.length > 0;
  }

  /** Claims due refreshes and counts the attempt. The claim of a process that died ends by itself. */
  async claim(batch: number): Promise<RefreshLease[]> {
    return this.database.transaction(
      (tx) =>
        claimDue<RefreshLease>(tx, {
          table: 'refreshes',
          batch,
          leaseMs: this.leaseMs,
          set: 'attempts = attempts + 1',
        }),
      'background',
    );
  }

  async finish({ id, lease_id }: RefreshLease): Promise<void> {
    await this.database.query(`delete from refreshes where ${HELD}`, [id, lease_id]);
  }

  async postpone({ id, lease_id }: RefreshLease, delayMs: number): Promise<void> {
    await this.database.query(
      `update refreshes set lease_id = null, lease_until = null,
         due_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000) where ${HELD}`,
      [id, lease_id, delayMs],
    );
  }
}
