import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';

/** A review, and the channel from whose texts it goes. */
export interface LostReview {
  id: number;
  channel_id: number;
}

/** Removes what was generated from reviews and is stored for their channel. It locks rows in the order of their channels. */
@Injectable()
export class DerivedTextsRepository {
  /**
   * Removes the content of summaries, and the insights, that used one of the reviews. The language and length that a summary was
   * requested with stay. The caller has locked the copies of the reviews.
   */
  async drop(tx: Tx, reviews: readonly LostReview[]): Promise<void> {
    const parameters = [reviews.map(({ channel_id }) => channel_id), reviews.map(({ id }) => id)];
    const lost = `lost as (
      select channel_id, array_agg(id) as ids from unnest($1::bigint[], $2::bigint[]) as lost (channel_id, id) group by channel_id)`;
    await queryRows(
      tx,
      `with ${lost}, locked as materialized (
         select channel_id from summaries where channel_id = any ($1::bigint[]) order by channel_id for update
       )
       update summaries set summary = null, written_in = null, evidence = null, model = null, config_key = null, fallback = false,
         based_on_reviews = null, last_review_id = null, used_ids = null, generated_on = null
       from locked join lost using (channel_id)
       where summaries.channel_id = locked.channel_id and summaries.used_ids && lost.ids`,
      parameters,
    );
    await queryRows(
      tx,
      `with ${lost}, locked as materialized (
         select channel_id, language from insights where channel_id = any ($1::bigint[]) order by channel_id, language for update
       )
       delete from insights using locked join lost using (channel_id)
       where insights.channel_id = locked.channel_id and insights.language = locked.language and insights.used_ids && lost.ids`,
      parameters,
    );
  }

  /** Deletes everything that is stored for these channels. Returns the reviews that their texts used. */
  async dropChannels(tx: Tx, channelIds: readonly number[]): Promise<number[]> {
    const [row] = await queryRows<{ ids: number[] | null }>(
      tx,
      `with gone_summaries as (
         delete from summaries where channel_id in (
           select channel_id from summaries where channel_id = any ($1::bigint[]) order by channel_id for update)
         returning used_ids
       ), gone_insights as (
         delete from insights where (channel_id, language) in (
           select channel_id, language from insights where channel_id = any ($1::bigint[]) order by channel_id, language for update)
         returning used_ids
       ), gone_refreshes as (
         delete from refreshes where id in (
           select id from refreshes where id = any ($1::bigint[]) order by id for update)
       ), used as (select used_ids from gone_summaries union all select used_ids from gone_insights)
       select array_agg(distinct id) as ids from used cross join unnest(used_ids) as id`,
      [channelIds],
    );
    return row?.ids ?? [];
  }
}
