import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';

/** Translators that said that an account's quota is used up. */
@Injectable()
export class TranslatorPausesRepository {
  constructor(private readonly database: Database) {}

  /** Returns true if the account does not ask the translator at this time. */
  async isPaused(accountId: number, translator: string, at: Date): Promise<boolean> {
    const pauses = await this.database.query(
      `select 1 from translator_pauses where account_id = $1 and translator = $2 and paused_until > $3`,
      [accountId, translator, at],
    );
    return pauses.length > 0;
  }

  async pause(accountId: number, translator: string, until: Date): Promise<void> {
    await this.database.query(
      `insert into translator_pauses (account_id, translator, paused_until) values ($1, $2, $3)
       on conflict (account_id, translator) do update set paused_until = excluded.paused_until`,
      [accountId, translator, until],
    );
  }

  /** Deletes the pauses that have ended. */
  @Chore({ name: 'ended_translator_pauses', everyMs: 3_600_000, per: 'service' })
  async purge(at: Date): Promise<void> {
    await this.database.query('delete from translator_pauses where paused_until <= $1', [at]);
  }
}
