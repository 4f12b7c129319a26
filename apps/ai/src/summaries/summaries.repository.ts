import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { StoredSummary, SummaryChoice } from './summary';

/** The channel that a summary is about. */
export interface SummaryOwner extends Tenant {
  id: number;
}

@Injectable()
export class SummariesRepository {
  constructor(private readonly database: Database) {}

  /** Returns the summary of a channel, or null if none is written or its content was removed. */
  async find(channelId: number): Promise<StoredSummary | null> {
    const [row] = await this.database.query<StoredSummary>(
      `select language, length, summary, written_in, evidence, model, config_key, fallback, based_on_reviews,
         last_review_id, generated_on
       from summaries where channel_id = $1 and summary is not null`,
      [channelId],
      'find_summary',
    );
    return row ?? null;
  }

  /** Returns what the last POST asked for, or null before the first one. */
  async findChoice(channelId: number): Promise<SummaryChoice | null> {
    const [row] = await this.database.query<SummaryChoice>(
      'select language, length from summaries where channel_id = $1',
      [channelId],
    );
    return row ?? null;
  }

  /** Stores a summary in place of the previous one, with the ids of the reviews that it is made of. */
  async store(
    tx: Tx,
    { id, account_id, sub_account_id }: SummaryOwner,
    stored: StoredSummary,
    usedIds: readonly number[],
  ): Promise<void> {
    await queryRows(
      tx,
      `insert into summaries (channel_id, account_id, sub_account_id, language, length, summary, written_in, evidence,
         model, config_key, fallback, based_on_reviews, last_review_id, used_ids, generated_on)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
       on conflict (channel_id) do update set language = excluded.language, length = excluded.length,
         summary = excluded.summary, written_in = excluded.written_in, evidence = excluded.evidence,
         model = excluded.model, config_key = excluded.config_key, fallback = excluded.fallback,
         based_on_reviews = excluded.based_on_reviews, last_review_id = excluded.last_review_id,
         used_ids = excluded.used_ids, generated_on = excluded.generated_on`,
      [
        id,
        account_id,
        sub_account_id,
        stored.language,
        stored.length,
        stored.summary,
        stored.written_in,
        JSON.stringify(stored.evidence),
        stored.model,
        stored.config_key,
        stored.fallback,
        stored.based_on_reviews,
        stored.last_review_id,
        usedIds,
        stored.generated_on,
      ],
    );
  }

  /**
   * Starts the cooldown of a channel and returns null. Returns the end of the one that runs already, which stays as it is. A channel
   * without a summary gets a row without content. A cooldown of a clock that was set back by more than a minute counts no more.
   */
  async startCooldown(
    tx: Tx,
    { id, account_id, sub_account_id }: SummaryOwner,
    { now, until }: { now: Date; until: Date },
  ): Promise<Date | null> {
    const started = await queryRows(
      tx,
      `insert into summaries (channel_id, account_id, sub_account_id, cooldown_until) values ($1, $2, $3, $4)
       on conflict (channel_id) do update set cooldown_until = excluded.cooldown_until
         where summaries.cooldown_until is null or summaries.cooldown_until <= $5
           or summaries.cooldown_until > $4 + interval '1 minute'
       returning channel_id`,
      [id, account_id, sub_account_id, until, now],
    );
    if (started.length > 0) return null;
    const [running] = await queryRows<{ cooldown_until: Date }>(
      tx,
      'select cooldown_until from summaries where channel_id = $1',
      [id],
    );
    return running?.cooldown_until ?? until;
  }

  /** Ends the cooldown that ends at `until`, because its POST failed. A later one stays. */
  async endCooldown(channelId: number, until: Date): Promise<void> {
    await this.database.query(
      'update summaries set cooldown_until = null where channel_id = $1 and cooldown_until = $2',
      [channelId, until],
    );
  }
}
