import { Injectable } from '@nestjs/common';
import { type CountedChannel, reviewCreated, reviewDeleted, reviewUpdated } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { type CountBatch, laterEvents } from '@plaudit/events';

/** The channels of a sub account with their numbers of stored reviews, by id. */
export interface CountedSubAccount {
  sub_account_id: number;
  /** Null without a channel. */
  account_id: number | null;
  channels: CountedChannel[];
}

/** Counts the reviews of channels, for the services that keep such counts from events. */
@Injectable()
export class ChannelCountsRepository {
  /**
   * Returns at most `limit` sub accounts that have a channel or had reviews, in the order of their ids. The effects of events
   * that are later than `asOf` are taken out of the counts again.
   */
  async count(tx: Tx, { afterId, asOf }: CountBatch, limit: number): Promise<CountedSubAccount[]> {
    const later = laterEvents([reviewCreated.pattern, reviewDeleted.pattern, reviewUpdated.pattern], asOf);
    return queryRows<CountedSubAccount>(
      tx,
      `with owners as (
         select sub_account_id from (
           select sub_account_id from channel_copies where deleted_on is null
           union select sub_account_id from review_counts
         ) owner
         where sub_account_id > $1 order by sub_account_id limit $2
       ), later as (
         select (data ->> 'channel_id')::bigint as channel_id,
           sum(case when subject like '${reviewDeleted.pattern}.%' then -1 else 1 end) as reviews
         from ${later} events
         where (subject not like '${reviewUpdated.pattern}.%' or data -> 'changed' ? 'channel_id')
           and split_part(subject, '.', 5)::bigint in (select sub_account_id from owners)
         group by 1
       )
       select min(copies.account_id) as account_id, owners.sub_account_id,
         coalesce(json_agg(json_build_object(
           'channel_id', copies.channel_id,
           'reviews', greatest(0, (select count(*) from reviews where reviews.channel_id = copies.channel_id)
             - coalesce(later.reviews, 0))
         ) order by copies.channel_id) filter (where copies.channel_id is not null), '[]') as channels
       from owners
       left join channel_copies copies
         on copies.sub_account_id = owners.sub_account_id and copies.deleted_on is null
       left join later on later.channel_id = copies.channel_id
       group by owners.sub_account_id order by owners.sub_account_id`,
      [afterId, limit],
    );
  }
}
