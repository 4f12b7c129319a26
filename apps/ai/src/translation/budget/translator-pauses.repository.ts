import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { MoreThan } from 'typeorm';
import { TranslatorPauseEntity } from './translator-pause.entity';

/** Translators that said that an account's quota is used up. */
@Injectable()
export class TranslatorPausesRepository {
  constructor(private readonly database: Database) {}

  /** Returns true if the account does not ask the translator at this time. */
  isPaused(accountId: number, translator: string, at: Date): Promise<boolean> {
    return this.database.read((manager) =>
      manager.existsBy(TranslatorPauseEntity, {
        account_id: accountId,
        translator,
        paused_until: MoreThan(at),
      }),
    );
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
