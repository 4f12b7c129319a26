import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';

@Injectable()
export class DiscoveryDaysRepository {
  constructor(private readonly database: Database) {}

  /** Counts a discovery of the UTC day (`YYYY-MM-DD`) and returns true, or returns false if `most` are counted already. */
  async take(accountId: number, day: string, most: number): Promise<boolean> {
    const taken = await this.database.query(
      `insert into discovery_days (account_id, day, used) values ($1, $2, 1)
       on conflict (account_id) do update set day = excluded.day,
         used = case when discovery_days.day = excluded.day then discovery_days.used + 1 else 1 end
       where discovery_days.day <> excluded.day or discovery_days.used < $3
       returning used`,
      [accountId, day, most],
    );
    return taken.length > 0;
  }

  /** Takes one discovery of the day back. Does nothing if the account has begun another day. */
  async giveBack(accountId: number, day: string): Promise<void> {
    await this.database.query(
      'update discovery_days set used = used - 1 where account_id = $1 and day = $2 and used > 0',
      [accountId, day],
    );
  }
}
