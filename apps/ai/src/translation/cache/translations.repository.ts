import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Chore } from '@plaudit/runtime';
import { textHash } from './translation-key';

/** A translation that is to be stored. */
export interface NewTranslation {
  /** In hex. */
  key: string;
  textHash: Buffer;
  translation: string;
}

/** Longer than any translation is under way, from the read of the review to the answer of the translator. */
const FORGET_MINUTES = 15;
const HOUR_MS = 3_600_000;
const PURGE_BATCH = 1_000;

/** {@link TranslationsRepository.store} excludes {@link TranslationsRepository.forget} of the same account, and the reverse. */
const LOCK = "hashtextextended('translations of ' || $1, 0)";

/** The translations that accounts have, and the texts that they must not be stored of. */
@Injectable()
export class TranslationsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the stored translations by key. Reading one does not extend its time. */
  async find(accountId: number, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ key: Buffer; translation: string }>(
      `select key, translation from translations
       where account_id = $1 and key = any($2::bytea[]) and expires_on > now()`,
      [accountId, keys.map(bytesOf)],
      'find_translations',
    );
    return new Map(rows.map(({ key, translation }) => [key.toString('hex'), translation]));
  }

  /** Stores translations for so many days, except of texts that the account has edited or erased meanwhile. */
  async store(accountId: number, translations: readonly NewTranslation[], days: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await queryRows(tx, `select pg_advisory_xact_lock(${LOCK})`, [accountId]);
      // A statement of its own, so that it reads what a transaction committed that held the lock.
      await queryRows(
        tx,
        `insert into translations (account_id, key, text_hash, translation, expires_on)
         select $1, given.key, given.text_hash, given.translation, now() + make_interval(days => $5)
         from unnest($2::bytea[], $3::bytea[], $4::text[]) as given (key, text_hash, translation)
         where not exists (
           select from forgotten_texts forgotten
           where forgotten.account_id = $1 and forgotten.text_hash = given.text_hash
             and forgotten.forgotten_on > now() - make_interval(mins => ${FORGET_MINUTES}))
         on conflict (account_id, key)
           do update set translation = excluded.translation, expires_on = excluded.expires_on`,
        [
          accountId,
          translations.map(({ key }) => bytesOf(key)),
          translations.map(({ textHash: hash }) => hash),
          translations.map(({ translation }) => translation),
          days,
        ],
      );
    });
  }

  /**
   * Deletes the translations of texts that the account edited or erased, in the transaction of that change. Translations of them
   * that are under way will not be stored. Transactions that forget do not wait for each other, so they cannot deadlock.
   */
  async forget(tx: Tx, accountId: number, texts: readonly string[]): Promise<void> {
    if (texts.length === 0) return;
    await queryRows(tx, `select pg_advisory_xact_lock_shared(${LOCK})`, [accountId]);
    await queryRows(
      tx,
      `with forgotten as (
         insert into forgotten_texts (account_id, text_hash)
         select distinct $1::bigint, hash from unnest($2::bytea[]) as hash order by hash
         on conflict (account_id, text_hash) do update set forgotten_on = now()
       )
       delete from translations where account_id = $1 and text_hash = any($2::bytea[])`,
      [accountId, texts.map(textHash)],
    );
  }

  /** Deletes expired translations, and skips those that are being changed. Returns true if there may be more. */
  @Chore({ name: 'expired_translations', everyMs: HOUR_MS, per: 'service' })
  async purgeExpired(): Promise<boolean> {
    const purged = await this.database.queryWithin(
      'background',
      `delete from translations where (account_id, key) in (
         select account_id, key from translations where expires_on <= now()
         order by expires_on limit ${PURGE_BATCH} for update skip locked) returning 1`,
    );
    return purged.length === PURGE_BATCH;
  }

  /** Deletes marks of forgotten texts of which no translation can be under way any more. Returns true if there may be more. */
  @Chore({ name: 'old_forgotten_texts', everyMs: HOUR_MS, per: 'service' })
  async purgeForgotten(): Promise<boolean> {
    const purged = await this.database.queryWithin(
      'background',
      `delete from forgotten_texts where (account_id, text_hash) in (
         select account_id, text_hash from forgotten_texts
         where forgotten_on < now() - make_interval(mins => ${FORGET_MINUTES})
         order by forgotten_on limit ${PURGE_BATCH} for update skip locked) returning 1`,
    );
    return purged.length === PURGE_BATCH;
  }
}

function bytesOf(key: string): Buffer {
  return Buffer.from(key, 'hex');
}
