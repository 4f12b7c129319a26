import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { CHANNEL_ROWS, type ChannelRow } from '../channels/channels.repository';
import { GroupChangeEntity } from './group-change.entity';

/** The properties whose channels have to follow a change, and the channels of one batch. */
@Injectable()
export class GroupChangesRepository {
  /**
   * Stores that the channels of the property have to follow it. A change that still waits begins again, because its channels take
   * the state that the property has then. Waits for the batch that works on it. Call it before locking the property: a batch that
   * waits for a channel, whose request waits for the property, would otherwise wait for itself.
   */
  async add(tx: Tx, { sub_account_id }: Tenant, groupId: number): Promise<void> {
    await queryRows(
      tx,
      `insert into group_changes (group_id, sub_account_id) values ($1, $2)
       on conflict (group_id) do update set after_id = 0, due_at = now()`,
      [groupId, sub_account_id],
    );
  }

  /** Locks and returns the change that is due the longest, of one property or of any; null if none is free. */
  async lockNext(tx: Tx, groupId: number | null): Promise<GroupChangeEntity | null> {
    const [next] = await queryRows<GroupChangeEntity>(
      tx,
      `select * from group_changes where due_at <= clock_timestamp() and ($1::bigint is null or group_id = $1)
       order by due_at limit 1 for update skip locked`,
      [groupId],
    );
    return next ?? null;
  }

  /** Returns the ids of at most `count` channels of the property that have not followed it. */
  async channelIds(tx: Tx, { group_id, after_id }: GroupChangeEntity, count: number): Promise<number[]> {
    const rows = await queryRows<{ id: number }>(
      tx,
      'select id from channels where group_id = $1 and id > $2 order by id limit $3',
      [group_id, after_id, count],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Locks those of these channels that are still in the property, gives them a new version and updated_on, and takes them out of the
   * property if it is deleted. Returns them as they are now.
   */
  async follow(tx: Tx, groupId: number, ids: readonly number[]): Promise<ChannelRow[]> {
    await queryRows(
      tx,
      'select from channels where id = any ($2::bigint[]) and group_id = $1 order by id for update',
      [groupId, ids],
    );
    const followed = await queryRows<{ id: number }>(
      tx,
      `update channels set version = version + 1, updated_on = now(),
         group_id = (select id from channel_groups where id = $1)
       where id = any ($2::bigint[]) and group_id = $1 returning id`,
      [groupId, ids],
    );
    return queryRows<ChannelRow>(
      tx,
      `${CHANNEL_ROWS} where channels.id = any ($1::bigint[]) order by channels.id`,
      [followed.map(({ id }) => id)],
    );
  }

  async advance(tx: Tx, groupId: number, afterId: number): Promise<void> {
    await tx.update(GroupChangeEntity, { group_id: groupId }, { after_id: afterId, due_at: () => 'now()' });
  }

  async end(tx: Tx, groupId: number): Promise<void> {
    await tx.delete(GroupChangeEntity, { group_id: groupId });
  }

  /** Puts the change that is next behind the others, because it failed. */
  async postponeNext(tx: Tx): Promise<void> {
    const next = await this.lockNext(tx, null);
    if (!next) return;
    const { group_id } = next;
    await tx.update(
      GroupChangeEntity,
      { group_id },
      { due_at: () => "clock_timestamp() + interval '1 minute'" },
    );
  }
}
