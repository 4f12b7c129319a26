import { Injectable } from '@nestjs/common';
import { type ChannelRecord, parseWireDate, type SnapshotPage, type Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';

/** The fields of a channel that an event carries and this service keeps. */
export interface ChannelCopy extends Tenant {
  channel_id: number;
  name: string;
  /** Null also if only a page of the channel is known. */
  group_id: number | null;
  /** aggregateversion of that event. */
  version: number;
}

/** Older than every event of a channel: the event of its connection has version 1. */
const BEFORE_CONNECTED = 0;

const LOCK = "hashtextextended('channel:' || channel.id, 0)";

/** The channels that this service knows, and the lock under which the pages of each are stored. */
@Injectable()
export class ChannelCopiesRepository {
  /** Keeps the newest version. A copy that is marked as deleted stays deleted, even if an older event arrives late. */
  async save(tx: Tx, copy: ChannelCopy): Promise<void> {
    await queryRows(
      tx,
      `insert into channel_copies (channel_id, account_id, sub_account_id, name, version, group_id)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (channel_id) do update set name = excluded.name, group_id = excluded.group_id, version = excluded.version, applied_on = now()
         where channel_copies.version < excluded.version and channel_copies.deleted_on is null`,
      [copy.channel_id, copy.account_id, copy.sub_account_id, copy.name, copy.version, copy.group_id],
    );
  }

  /** Marks the channel as deleted. It waits for the pages that are being stored; later pages find the channel deleted. */
  async markDeleted(tx: Tx, copy: Omit<ChannelCopy, 'group_id'>, keepReviews: boolean): Promise<void> {
    await this.lockAll(tx, [copy.channel_id]);
    await queryRows(
      tx,
      `insert into channel_copies
         (channel_id, account_id, sub_account_id, name, version, deleted_on, cleanup_pending, keep_reviews)
       values ($1, $2, $3, $4, $5, now(), true, $6)
       on conflict (channel_id) do update
         set deleted_on = now(), cleanup_pending = true, keep_reviews = excluded.keep_reviews, version = excluded.version,
           applied_on = now()`,
      [copy.channel_id, copy.account_id, copy.sub_account_id, copy.name, copy.version, keepReviews],
    );
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those with a newer version. Marks a channel as deleted that
   * the page does not list and that no event has changed since the snapshot began. Its reviews stay as they are: only the event of
   * the deletion says whether to keep them.
   */
  async applySnapshot(
    tx: Tx,
    { after, through, begun_on, records }: SnapshotPage<ChannelRecord>,
  ): Promise<void> {
    await queryRows(
      tx,
      `with given as (
         select * from json_to_recordset($1::json)
           as given (id bigint, account_id bigint, sub_account_id bigint, name text, version int, "group" bigint)
       ), gone as (
         update channel_copies set deleted_on = now(), applied_on = now()
         where channel_id > $2 and ($3::bigint is null or channel_id <= $3) and deleted_on is null and applied_on < $4
           and not exists (select from given where given.id = channel_copies.channel_id)
       )
       insert into channel_copies (channel_id, account_id, sub_account_id, name, version, group_id)
       select id, account_id, sub_account_id, name, version, "group" from given order by id
       on conflict (channel_id) do update
         set account_id = excluded.account_id, sub_account_id = excluded.sub_account_id, name = excluded.name,
           group_id = excluded.group_id, version = excluded.version, applied_on = now(), deleted_on = null, cleanup_pending = false, keep_reviews = false
         where channel_copies.version <= excluded.version`,
      [JSON.stringify(records), after, through, parseWireDate(begun_on)],
    );
  }

  /**
   * Locks the channels and returns the ids of those that were deleted. Until the transaction ends, the channels' deletion
   * and their other pages wait, also those that other replicas work on. A page may overtake the event of its channel's
   * connection; the channel's name is then stored from the page.
   */
  async lock(tx: Tx, copies: readonly Omit<ChannelCopy, 'version' | 'group_id'>[]): Promise<Set<number>> {
    // In a fixed order, so that two transactions with the same channels wait for each other and do not deadlock.
    const ordered = [...copies].sort((a, b) => a.channel_id - b.channel_id);
    const ids = ordered.map(({ channel_id: id }) => id);
    await this.lockAll(tx, ids);
    const known = await queryRows<{ channel_id: number; deleted: boolean }>(
      tx,
      `select channel_id, deleted_on is not null as deleted from channel_copies
       where channel_id = any ($1::bigint[])`,
      [ids],
    );
    const deletedById = new Map(known.map((row) => [row.channel_id, row.deleted]));
    for (const copy of ordered) {
      if (!deletedById.has(copy.channel_id))
        await this.save(tx, { ...copy, version: BEFORE_CONNECTED, group_id: null });
    }
    return new Set(ids.filter((id) => deletedById.get(id)));
  }

  private async lockAll(tx: Tx, ids: readonly number[]): Promise<void> {
    await queryRows(tx, `select pg_advisory_xact_lock(${LOCK}) from unnest($1::bigint[]) as channel (id)`, [
      ids,
    ]);
  }
}
