import { Injectable } from '@nestjs/common';
import { type ChannelRecord, type DomainEvent, parseWireDate, type SnapshotPage } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { ChannelCopy, ChannelState } from './channel-copy';

const COPIED = ['id', 'account_id', 'sub_account_id', 'type', 'label', 'name', 'url', 'version'];
const stored = COPIED.map((column) => `channel_copies.${column}`).join(', ');
const excluded = COPIED.map((column) => `excluded.${column}`).join(', ');

/** Copies of the channels that the channels service owns. */
@Injectable()
export class ChannelCopiesRepository {
  /** Returns the channels of these sub accounts in the order of their ids, without the deleted ones. */
  async listFor(tx: Tx, subAccountIds: readonly number[]): Promise<ChannelCopy[]> {
    return queryRows<ChannelCopy>(
      tx,
      `select id, account_id, sub_account_id, type, label, name, url from channel_copies
       where sub_account_id = any ($1::bigint[]) and not deleted order by id`,
      [[...new Set(subAccountIds)]],
    );
  }

  /** Stores the state that the event carries, unless a newer state is already stored. */
  async apply(tx: Tx, event: DomainEvent<ChannelState>, deleted: boolean): Promise<void> {
    const { data, accountid, subaccountid, aggregateversion } = event;
    await queryRows(
      tx,
      `insert into channel_copies (${COPIED.join(', ')}, deleted) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (id) do update
         set (${COPIED.join(', ')}) = row (${excluded}), deleted = excluded.deleted, applied_on = now()
         where channel_copies.version < excluded.version`,
      [
        data.id,
        accountid,
        subaccountid,
        data.type,
        data.label,
        data.name,
        data.url,
        aggregateversion,
        deleted,
      ],
    );
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those with a newer version. Marks a channel as deleted that
   * the page does not list and that no event has changed since the snapshot began.
   */
  async applySnapshot(
    tx: Tx,
    { after, through, begun_on, records }: SnapshotPage<ChannelRecord>,
  ): Promise<void> {
    await queryRows(
      tx,
      `with given as (
         select ${COPIED.join(', ')}
         from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint, type text, label text,
           name text, url text, version bigint)
       ), gone as (
         update channel_copies set deleted = true, applied_on = now()
         where id > $2 and ($3::bigint is null or id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = channel_copies.id)
       )
       insert into channel_copies (${COPIED.join(', ')}) select ${COPIED.join(', ')} from given order by id
       on conflict (id) do update
         set (${COPIED.join(', ')}) = row (${excluded}), deleted = false, applied_on = now()
         where channel_copies.version < excluded.version
           or channel_copies.version = excluded.version and (${stored}, channel_copies.deleted) is distinct from (${excluded}, false)`,
      [JSON.stringify(records), after, through, parseWireDate(begun_on)],
    );
  }
}
