import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { utcDay } from './daily-cap';
import { GenerationDayEntity } from './generation-day.entity';

const HOUR_MS = 3_600_000;
/** Nothing reads the counts of past days. They are kept for a while to answer questions of customers. */
const KEPT_MS = 30 * 86_400_000;

/** The generations of an account on a UTC day, as `YYYY-MM-DD`. */
export interface AccountDay {
  account_id: number;
  day: string;
}

@Injectable()
export class GenerationDaysRepository {
  constructor(private readonly database: Database) {}

  /** Counts a generation and returns true, or returns false if `most` are counted already. Null means no limit. */
  async take(tx: Tx, { account_id, day }: AccountDay, most: number | null): Promise<boolean> {
    const taken = await queryRows(
      tx,
      `insert into generation_days (account_id, day, used) select $1::bigint, $2::date, 1 where coalesce($3::int > 0, true)
       on conflict (account_id, day) do update set used = generation_days.used + 1
         where coalesce(generation_days.used < $3::int, true)
       returning used`,
      [account_id, day, most],
    );
    return taken.length > 0;
  }

  /** Counts one generation less, because it led to nothing. */
  async giveBack({ account_id, day }: AccountDay): Promise<void> {
    await this.database.query(
      'update generation_days set used = used - 1 where account_id = $1 and day = $2 and used > 0',
      [account_id, day],
    );
  }

  /** Returns how many generations the account used up on this UTC day. */
  async used(accountId: number, day: string): Promise<number> {
    const counted = await this.database.read((manager) =>
      manager.findOneBy(GenerationDayEntity, { account_id: accountId, day }),
    );
    return counted?.used ?? 0;
  }

  /** Deletes the counts of old days. */
  @Chore({ name: 'old_generation_days', everyMs: HOUR_MS, per: 'service' })
  async purge(now: Date): Promise<void> {
    const before = utcDay(new Date(now.getTime() - KEPT_MS));
    await this.database.queryWithin('background', 'delete from generation_days where day < $1', [before]);
  }
}
