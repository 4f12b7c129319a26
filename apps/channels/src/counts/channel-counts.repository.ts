import { Injectable } from '@nestjs/common';
import { channelConnected, channelDeleted, type Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { type CountBatch, laterEvents } from '@plaudit/events';

/** How many channels a sub account has. */
export interface CountedSubAccount extends Tenant {
  channels: number;
}

/** Counts the channels of sub accounts, for the services that keep such counts from events. */
@Injectable()
export class ChannelCountsRepository {
  /**
   * Returns at most `limit` sub accounts that have or had a channel, in the order of their ids. The effects of events that are
   * later than `asOf` are taken out of the counts again. Deleted sub accounts are left out.
   */
  async count(tx: Tx, { afterId, asOf }: CountBatch, limit: number): Promise<CountedSubAccount[]> {
    const later = laterEvents([channelConnected.pattern, channelDeleted.pattern], asOf);
    // During an upgrade, a replica of the previous release adds channels without their owner.
    return queryRows<CountedSubAccount>(
      tx,
      `with owners as (
         select account_id, sub_account_id from (
           select account_id, sub_account_id from channel_owners
           union
           select account_id, sub_account_id from channels
         ) owner
         where sub_account_id > $1 and not exists (
           select from closed_sub_accounts closed where closed.sub_account_id = owner.sub_account_id)
         order by sub_account_id limit $2
       ), later as (
         select split_part(subject, '.', 5)::bigint as sub_account_id,
           sum(case when subject like '${channelConnected.pattern}.%' then 1 else -1 end) as channels
         from ${later} events group by 1
       )
       select owners.account_id, owners.sub_account_id, greatest(0,
         (select count(*) from channels
          where channels.account_id = owners.account_id and channels.sub_account_id = owners.sub_account_id)
         - coalesce(later.channels, 0))::int as channels
       from owners left join later on later.sub_account_id = owners.sub_account_id
       order by owners.sub_account_id`,
      [afterId, limit],
    );
  }
}
