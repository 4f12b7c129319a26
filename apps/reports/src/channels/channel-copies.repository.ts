import { Injectable } from '@nestjs/common';
import { parseWireDate, type SnapshotRange, type Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { ChannelCopy } from './channel-copy';

const COLUMNS = [
  'id',
  'account_id',
  'sub_account_id',
  'type',
  'type_id',
  'label',
  'logo',
  'name',
  'score',
  'rating_scale',
  'reviews',
  'group_id',
  'version',
  'deleted',
] as const satisfies readonly (keyof ChannelCopy)[];

const NAMES = COLUMNS.join(', ');
const STORED = COLUMNS.map((name) => `channels.${name}`).join(', ');
const EXCLUDED = COLUMNS.map((name) => `excluded.${name}`).join(', ');
const GIVEN = `select ${NAMES} from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint,
  type text, type_id integer, label text, logo text, name text, score double precision, rating_scale integer, reviews bigint,
  group_id bigint, version bigint, deleted boolean)`;

/**
 * Gives the rating days of the channels in `saved` to the sub accounts that they came to. A statement reads the tables as they
 * were before it, so `channels` still has the former owners here.
 */
const MOVE_RATING_DAYS = `
  update rating_days set account_id = saved.account_id, sub_account_id = saved.sub_account_id
  from saved left join channels before using (id)
  where rating_days.channel_id = saved.id
    and (before.account_id, before.sub_account_id) is distinct from (saved.account_id, saved.sub_account_id)
    and (rating_days.account_id, rating_days.sub_account_id) is distinct from (saved.account_id, saved.sub_account_id)`;

/** The copies of channels. A deleted channel keeps its copy, because its rating days still count. */
@Injectable()
export class ChannelCopiesRepository {
  /** Stores states that are newer than the stored ones. The caller holds the rows of the former and of the new sub accounts. */
  async apply(tx: Tx, copies: readonly ChannelCopy[]): Promise<void> {
    await queryRows(
      tx,
      `with saved as (
         insert into channels (${NAMES}) ${GIVEN} order by id
         on conflict (id) do update set (${NAMES}) = row (${EXCLUDED}), applied_on = now()
         where channels.version < excluded.version
         returning *
       ) ${MOVE_RATING_DAYS}`,
      [JSON.stringify(copies)],
    );
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those with a newer version. The page lists channels that
   * exist and deleted ones. Marks a channel as deleted that is in neither list and that no event has changed since the snapshot
   * began. The caller holds the rows of the sub accounts of {@link ownersInRange} and of the page.
   */
  async applySnapshot(
    tx: Tx,
    { after, through, begun_on }: SnapshotRange,
    copies: readonly ChannelCopy[],
  ): Promise<void> {
    await queryRows(
      tx,
      `with given as (${GIVEN}), gone as (
         update channels set deleted = true, applied_on = now()
         where id > $2 and ($3::bigint is null or id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = channels.id)
       ), saved as (
         insert into channels (${NAMES}) select ${NAMES} from given order by id
         on conflict (id) do update set (${NAMES}) = row (${EXCLUDED}), applied_on = now()
         where channels.version < excluded.version
           or channels.version = excluded.version and (${STORED}) is distinct from (${EXCLUDED})
         returning *
       ) ${MOVE_RATING_DAYS}`,
      [JSON.stringify(copies), after, through, parseWireDate(begun_on)],
    );
  }

  /** Returns the sub accounts of the copies with these ids. */
  async ownersOf(tx: Tx, ids: readonly number[]): Promise<Tenant[]> {
    return queryRows(
      tx,
      'select distinct account_id, sub_account_id from channels where id = any ($1::bigint[])',
      [ids],
    );
  }

  /** Returns the sub accounts with copies in the page's range. */
  async ownersInRange(tx: Tx, { after, through }: SnapshotRange): Promise<Tenant[]> {
    return queryRows(
      tx,
      `select distinct account_id, sub_account_id from channels
       where id > $1 and ($2::bigint is null or id <= $2)`,
      [after, through],
    );
  }
}
