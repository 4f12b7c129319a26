import { Injectable } from '@nestjs/common';
import { type CountedChannel, reviewCreated, reviewDeleted, type Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { type CountBatch, laterEvents } from '@plaudit/events';

/** The channels of a sub account with their numbers of stored reviews, by id. */
export interface CountedSubAccount extends Tenant {
  channels: CountedChannel[];
}

/** Counts the reviews of channels, for the services that keep such counts from events. */
@Injectable()
export class ChannelCountsRepository {
  /**
   * Returns at most `limit` sub accounts that have a channel, in the order of their ids. The effects of events that are later
   * than `asOf` are taken out of the counts again.
   */
  async count(tx: Tx, { afterId, asOf }: CountBatch, limit: number): Promise<CountedSubAccount[]> {
    const later = laterEvents([reviewCreated.pattern, reviewDeleted.pattern], asOf);
    return queryRows<CountedSubAccount>(
      tx,
      `with owners as (
         select distinct sub_account_id from channel_copies
         where deleted_on is null and sub_account_id > $1 order by sub_account_id limit $2
       ), later as (
         select (data ->> 'channel_id')::bigint as channel_id,
           sum(case when subject like '${reviewCreated.pattern}.%' then 1 else -1 end) as reviews
         from ${later} events
         where split_part(subject, '.', 5)::bigint in (select sub_account_id from owners)
         group by 1
       )
       select copies.account_id, copies.sub_account_id, json_agg(json_build_object(
         'channel_id', copies.channel_id,
         'reviews', greatest(0, (select count(*) from reviews where reviews.channel_id = copies.channel_id)
           - coalesce(later.reviews, 0))
       ) order by copies.channel_id) as channels
       from channel_copies copies left join later on later.channel_id = copies.channel_id
       where copies.deleted_on is null and copies.sub_account_id in (select sub_account_id from owners)
       group by copies.account_id, copies.sub_account_id
       order by copies.sub_account_id`,
      [afterId, limit],
    );
  }
}
