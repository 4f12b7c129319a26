import { Injectable } from '@nestjs/common';
import { type ChannelCountedPayload, type DomainEvent, parseWireDate } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReconciledCounter } from '@plaudit/runtime';

/** The number of channels of each sub account. */
@Injectable()
export class ChannelCountsRepository {
  /** Adds `by` to the number, unless the number was set to a count that includes this event. */
  async add(tx: Tx, { accountid, subaccountid, time }: DomainEvent, by: 1 | -1): Promise<void> {
    await queryRows(
      tx,
      `update sub_accounts
       set channels = channels + $3, channels_counted_until = greatest(channels_counted_until, $4::timestamptz)
       where account_id = $1 and id = $2
         and (channels_reconciled_as_of is null or channels_reconciled_as_of < $4::timestamptz)`,
      [accountid, subaccountid, by, time],
    );
  }

  /**
   * Sets the number to the owner's count, and returns it. Returns nothing if the sub account has counted an event that is
   * later than the owner's count, because the owner's count lacks that event.
   */
  async reconcile(
    tx: Tx,
    { accountid, subaccountid, data }: DomainEvent<ChannelCountedPayload>,
  ): Promise<ReconciledCounter[]> {
    return queryRows<ReconciledCounter>(
      tx,
      `with quiet as (
         select id, channels as was from sub_accounts
         where account_id = $1 and id = $2 and channels_counted_until <= $3
           and (channels_reconciled_as_of is null or channels_reconciled_as_of < $3)
         for update
       )
       update sub_accounts set channels = $4, channels_reconciled_as_of = $3
       from quiet where sub_accounts.id = quiet.id
       returning sub_accounts.account_id, quiet.id as sub_account_id, quiet.was, sub_accounts.channels as is`,
      [accountid, subaccountid, parseWireDate(data.as_of), data.channels],
    );
  }

  /**
   * Returns the time of the owner's newest count with which a number that is not 0 was compared, or the creation of the
   * first sub account if none was. Returns null if all numbers are 0.
   */
  async lastReconciled(tx: Tx): Promise<Date | null> {
    const [row] = await queryRows<{ last: Date | null }>(
      tx,
      `select coalesce(max(channels_reconciled_as_of), min(created_on)) as last from sub_accounts
       where channels <> 0 and deleted_at is null`,
    );
    return row?.last ?? null;
  }
}
