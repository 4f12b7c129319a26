import { Injectable } from '@nestjs/common';
import { parseWireDate, type SnapshotRange } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { ChannelCopy } from './channel-copy';

const COLUMNS = [
  'id',
  'account_id',
  'sub_account_id',
  'name',
  'version',
  'deleted',
] as const satisfies readonly (keyof ChannelCopy)[];

const NAMES = COLUMNS.join(', ');
const STORED = COLUMNS.map((name) => `channels.${name}`).join(', ');
const EXCLUDED = COLUMNS.map((name) => `excluded.${name}`).join(', ');
const GIVEN = `select ${NAMES} from json_to_recordset($1::json) as given (id bigint, account_id bigint, sub_account_id bigint,
  name text, version bigint, deleted boolean)`;

/** The copies of channels. Every method returns the ids of the channels that it marked as deleted. */
@Injectable()
export class ChannelCopiesRepository {
  /** Stores states that are newer than the stored ones. */
  async apply(tx: Tx, copies: readonly ChannelCopy[]): Promise<number[]> {
    const rows = await queryRows<{ id: number; deleted: boolean }>(
      tx,
      `insert into channels (${NAMES}) ${GIVEN} order by id
       on conflict (id) do update set (${NAMES}) = row (${EXCLUDED}), applied_on = now()
       where channels.version < excluded.version
       returning id, deleted`,
      [JSON.stringify(copies)],
    );
    return idsOfDeleted(rows);
  }

  /**
   * Makes the copies in the page's range equal to the page, except for those with a newer version. The page lists channels that
   * exist and deleted ones. Marks a channel as deleted that is in neither list and that no event has changed since the snapshot
   * began.
   */
  async applySnapshot(
    tx: Tx,
    { after, through, begun_on }: SnapshotRange,
    copies: readonly ChannelCopy[],
  ): Promise<number[]> {
    const rows = await queryRows<{ id: number; deleted: boolean }>(
      tx,
      `with given as (${GIVEN}), gone as (
         update channels set deleted = true, applied_on = now()
         where id > $2 and ($3::bigint is null or id <= $3) and not deleted and applied_on < $4
           and not exists (select from given where given.id = channels.id)
         returning id, deleted
       ), saved as (
         insert into channels (${NAMES}) select ${NAMES} from given order by id
         on conflict (id) do update set (${NAMES}) = row (${EXCLUDED}), applied_on = now()
         where channels.version < excluded.version
           or channels.version = excluded.version and (${STORED}) is distinct from (${EXCLUDED})
         returning id, deleted
       ) select * from gone union all select * from saved`,
      [JSON.stringify(copies), after, through, parseWireDate(begun_on)],
    );
    return idsOfDeleted(rows);
  }
}

function idsOfDeleted(rows: readonly { id: number; deleted: boolean }[]): number[] {
  return rows.filter(({ deleted }) => deleted).map(({ id }) => id);
}
