import { Injectable } from '@nestjs/common';
import { type DomainEvent, parseWireDate, type ReviewCountedPayload, type Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReconciledCounter } from '@plaudit/runtime';

/** The number of collected reviews of each channel. */
@Injectable()
export class ReviewCountsRepository {
  /**
   * Adds `by` to the channel's number, unless the number was set to a count that includes the event of this time. Returns
   * the channel's tenant if the number changed.
   */
  async add(tx: Tx, channelId: number, by: 1 | -1, time: string): Promise<Tenant | null> {
    const [row] = await queryRows<Tenant>(
      tx,
      `update channels
       set collected_reviews = collected_reviews + $2, updated_on = now(), counted_until = greatest(counted_until, $3::timestamptz)
       where id = $1 and (reconciled_as_of is null or reconciled_as_of < $3::timestamptz)
       returning account_id, sub_account_id`,
      [channelId, by, time],
    );
    return row ?? null;
  }

  /**
   * Sets the numbers of the event's channels to the owner's counts, and returns them. Leaves out channels that have counted
   * an event that is later than the owner's count, because the owner's count lacks that event.
   */
  async reconcile(
    tx: Tx,
    { accountid, subaccountid, data }: DomainEvent<ReviewCountedPayload>,
  ): Promise<ReconciledCounter[]> {
    return queryRows<ReconciledCounter>(
      tx,
      `with quiet as (
         select channels.id, channels.collected_reviews as was, coalesce(counted.reviews, 0) as owned
         from channels
         left join jsonb_to_recordset($6::jsonb) as counted (channel_id bigint, reviews integer)
           on counted.channel_id = channels.id
         where channels.account_id = $1 and channels.sub_account_id = $2
           and channels.id > $3 and ($4::bigint is null or channels.id <= $4)
           and channels.counted_until <= $5
           and (channels.reconciled_as_of is null or channels.reconciled_as_of < $5)
         order by channels.id for update of channels
       )
       update channels set collected_reviews = quiet.owned, reconciled_as_of = $5,
         updated_on = case when quiet.was = quiet.owned then channels.updated_on else now() end
       from quiet where channels.id = quiet.id
       returning channels.account_id, channels.sub_account_id, quiet.id as channel_id, quiet.was,
         quiet.owned as is`,
      [
        accountid,
        subaccountid,
        data.after_channel_id,
        data.up_to_channel_id,
        parseWireDate(data.as_of),
        JSON.stringify(data.channels),
      ],
    );
  }

  /**
   * Returns the time of the owner's newest count with which a number that is not 0 was compared, or the creation of the
   * first channel if none was. Returns null if all numbers are 0.
   */
  async lastReconciled(tx: Tx): Promise<Date | null> {
    const [row] = await queryRows<{ last: Date | null }>(
      tx,
      `select coalesce(max(reconciled_as_of), min(created_on)) as last from channels
       where collected_reviews <> 0 and not exists (
         select from closed_sub_accounts closed where closed.sub_account_id = channels.sub_account_id)`,
    );
    return row?.last ?? null;
  }
}
