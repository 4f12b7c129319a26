import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { Improvement, Statement } from '../generation/generated';
import type { InsightsLanguage } from '../generation/insights-languages';

/** Insights as they are stored, with the fields of their entity. */
export interface StoredInsights {
  strengths: Statement[];
  improvements: Improvement[];
  model: string;
  config_key: string;
  fallback: boolean;
  last_review_id: number;
  generated_on: Date;
}

/** The channel that insights are about, and their language. */
export interface InsightsPlace extends Tenant {
  id: number;
  language: InsightsLanguage;
}

@Injectable()
export class InsightsRepository {
  constructor(private readonly database: Database) {}

  async find({ id, language }: Pick<InsightsPlace, 'id' | 'language'>): Promise<StoredInsights | null> {
    const [row] = await this.database.query<StoredInsights>(
      `select strengths, improvements, model, config_key, fallback, last_review_id, generated_on
       from insights where channel_id = $1 and language = $2`,
      [id, language],
      'find_insights',
    );
    return row ?? null;
  }

  /** Stores insights in place of the previous ones in this language, with the ids of the reviews that they are made of. */
  async store(
    tx: Tx,
    { id, language, account_id, sub_account_id }: InsightsPlace,
    stored: StoredInsights,
    usedIds: readonly number[],
  ): Promise<void> {
    await queryRows(
      tx,
      `insert into insights (channel_id, language, account_id, sub_account_id, strengths, improvements, model,
         config_key, fallback, last_review_id, used_ids, generated_on)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
       on conflict (channel_id, language) do update set strengths = excluded.strengths,
         improvements = excluded.improvements, model = excluded.model, config_key = excluded.config_key,
         fallback = excluded.fallback, last_review_id = excluded.last_review_id, used_ids = excluded.used_ids,
         generated_on = excluded.generated_on`,
      [
        id,
        language,
        account_id,
        sub_account_id,
        JSON.stringify(stored.strengths),
        JSON.stringify(stored.improvements),
        stored.model,
        stored.config_key,
        stored.fallback,
        stored.last_review_id,
        usedIds,
        stored.generated_on,
      ],
    );
  }
}
