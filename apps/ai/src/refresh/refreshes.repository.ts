import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { WorkTable } from '@plaudit/queue';
import type { KnownChannel } from '../channels/channels.read-model';
import { AiEnv } from '../ai.env';
import type { DailyCap } from '../generations/daily-cap';
import type { RefreshEntity } from './refresh.entity';

/** The name of the queue. */
export const REFRESHES = 'refreshes of summaries';

/** Each of the two runs of a generation may take 1.4 times AI_TIMEOUT_MS. */
const MODEL_SHARE = 2 * 1.4;
/** Reading the reviews, the embedded provider after a model that failed, and storing. */
const LEASE_MS_BEYOND_MODEL = 60_000;

@Injectable()
export class RefreshesRepository extends WorkTable<RefreshEntity> {
  constructor(database: Database, { AI_TIMEOUT_MS }: AiEnv) {
    super(database, { table: 'refreshes', leaseMs: AI_TIMEOUT_MS * MODEL_SHARE + LEASE_MS_BEYOND_MODEL });
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
}
