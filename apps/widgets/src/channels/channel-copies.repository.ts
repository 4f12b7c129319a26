import { Injectable } from '@nestjs/common';
import {
  type ChannelRecord,
  type DomainEvent,
  parseWireDate,
  type SnapshotPage,
  type Tenant,
} from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { ChannelCopy, ChannelState } from './channel-copy';

const COPIED = [
  'id',
  'account_id',
  'sub_account_id',
  'name',
  'label',
  'url',
  'type',
  'group_id',
  'score',
  'rating_scale',
  'reviews',
  'version',
];
const stored = COPIED.map((column) => `channels.${column}`).join(', ');
const excluded = COPIED.map((column) => `excluded.${column}`).join(', ');
const LIST = `select id, name, label, url, type, group_id, score, rating_scale, reviews from channels
  where account_id = $1 and sub_account_id = $2 and not deleted order by id`;

@Injectable()
export class ChannelCopiesRepository {
  constructor(private readonly database: Database) {}

  /** Returns the channels of the sub account, without the deleted ones. */
  async list({ account_id, sub_account_id }: Tenant, tx?: Tx): Promise<ChannelCopy[]> {
    const parameters = [account_id, sub_account_id];
    return tx ? queryRows(tx, LIST, parameters) : this.database.query(LIST, parameters);
  }

  /** Stores the state that the event carries. Returns false if a newer state is already stored. */
  async apply(tx: Tx, event: DomainEvent<ChannelState>, deleted: boolean): Promise<boolean> {
    const { data } = event;
    const applied = await queryRows(
      tx,
      `insert into channels (id, account_id, sub_account_id, name, label, url, type, group_id, score, rating_scale, reviews, version, deleted)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (id) do update set name = excluded.name, label = excluded.label, url = excluded.url, type = excluded.type,
         group_id = excluded.group_id, score = excluded.score, rating_scale = excluded.rating_scale,
         reviews = excluded.reviews, version = excluded.version, deleted = excluded.deleted, applied_on = now()
       where channels.version < excluded.version
       returning id`,
      [
        data.id,
        event.accountid,
        event.subaccountid,
        data.name,
        data.label,
        data.url,
        data.type,
        data.group,
        data.score,
        data.rating_scale,
        data.reviews,
        event.aggregateversion,
        deleted,
      ],
    );
    return applied.length > 0;
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those with a newer version. Marks a channel as deleted that
   * the page does not list and that no event has changed since the snapshot began. Returns the sub accounts of changed copies.
   */
  async applySnapshot(
    tx: Tx,
    { after, through, begun_on, records }: SnapshotPage<ChannelRecord>,
  ): Promise<Tenant[]> {
    return queryRows<Tenant>(
      tx,
      `with given as (
         select id, account_id, sub_account_id, name, label, url, type, "group" as group_id, score, rating_scale, reviews, version
         from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint, name text, label text,
           url text, type text, "group" bigint, score double precision, rating_scale int, reviews bigint, version bigint)
       ), gone as (
         update channels set deleted = true, applied_on = now()
         where id > $2 and ($3::bigint is null or id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = channels.id)
         returning account_id, sub_account_id
       ), saved as (
         insert into channels (${COPIED.join(', ')}) select ${COPIED.join(', ')} from given order by id
         on conflict (id) do update
           set (${COPIED.join(', ')}) = row (${excluded}), deleted = false, applied_on = now()
           where channels.version < excluded.version
             or channels.version = excluded.version and (${stored}, channels.deleted) is distinct from (${excluded}, false)
         returning account_id, sub_account_id
       )
       select account_id, sub_account_id from gone union select account_id, sub_account_id from saved`,
      [JSON.stringify(records), after, through, parseWireDate(begun_on)],
    );
  }
}
