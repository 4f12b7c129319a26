import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { TranslationMonthEntity } from './translation-month.entity';

/** The characters that accounts had translated in UTC months. A month is its first day, such as `2026-03-01`. */
@Injectable()
export class TranslationMonthsRepository {
  constructor(private readonly database: Database) {}

  /** Returns how many characters the account had translated in the month. */
  async used(accountId: number, month: string): Promise<number> {
    const counted = await this.database.read((manager) =>
      manager.findOneBy(TranslationMonthEntity, { account_id: accountId, month }),
    );
    return counted?.characters ?? 0;
  }

  /** Counts the characters and returns true. Changes nothing and returns false if they exceed the limit. -1 is no limit. */
  async take(accountId: number, month: string, characters: number, limit: number): Promise<boolean> {
    const taken = await this.database.query(
      `insert into translation_months as known (account_id, month, characters)
       select $1::bigint, $2::date, $3::bigint where $4::bigint = -1 or $3 <= $4
       on conflict (account_id, month) do update set characters = known.characters + excluded.characters
       where $4 = -1 or known.characters + excluded.characters <= $4
       returning 1`,
      [accountId, month, characters, limit],
    );
    return taken.length > 0;
  }

  /** Takes characters back that were counted but not translated. */
  async giveBack(accountId: number, month: string, characters: number): Promise<void> {
    await this.database.query(
      `update translation_months set characters = greatest(0, characters - $3)
       where account_id = $1 and month = $2`,
      [accountId, month, characters],
    );
  }
}
