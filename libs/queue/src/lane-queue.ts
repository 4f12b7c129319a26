import { type Database, queryRows } from '@plaudit/database';

/** The lanes of one service: a row for each part of a queue that is served in turn. Names are SQL, `l` is the lane and `i` an item. */
export interface LaneTable {
  /** The columns that identify a lane, also in `items`. */
  keys: readonly string[];
  /** The table of the items, without an alias. */
  items: string;
  /** The column with the time when an item is due. */
  due: string;
  /** The items that wait for a claim, such as `i.state = 0`. */
  waiting: string;
  /** The lanes that are served. Default: all. */
  served?: string;
  /** No item is claimed before this time of the lane. */
  notBefore?: string;
}

/** Lanes that are late by this are repaired. */
const TOLERANCE = "interval '2 seconds'";

/** The statements about `lanes`, which have a `next_due_at` timestamptz that is `infinity` while nothing waits. */
export class LaneQueue {
  constructor(
    protected readonly database: Database,
    private readonly table: LaneTable,
  ) {}

  /** Returns the milliseconds until the next lane is due, also if that is past. Null if none is. `condition` selects lanes. */
  async nextDueMs(condition = 'true'): Promise<number | null> {
    const { served = 'true' } = this.table;
    const [row] = await this.database.query<{ ms: number | null }>(
      `select extract(epoch from nullif(min(l.next_due_at), 'infinity') - clock_timestamp())::float8 * 1000 as ms
       from lanes l where ${served} and ${condition}`,
    );
    return row?.ms ?? null;
  }

  /**
   * Reschedules lanes that are scheduled after their earliest item. Returns how many there were. Any number above 0 is a bug
   * elsewhere, and without this the items would be late.
   */
  async repair(): Promise<number> {
    const { keys, items, due, waiting, served = 'true', notBefore = "'-infinity'" } = this.table;
    const same = (one: string, other: string): string =>
      keys.map((key) => `${one}.${key} = ${other}.${key}`).join(' and ');
    const repaired = await this.database.transaction(
      (tx) =>
        queryRows(
          tx,
          `update lanes l set next_due_at = late.due
           from (
             select ${keys.map((key) => `l.${key}`).join(', ')}, greatest(clock_timestamp(), ${notBefore}, first.due) as due
             from lanes l cross join lateral (
               select i.${due} as due from ${items} i where ${same('i', 'l')} and ${waiting} order by i.${due} limit 1
             ) first
             where ${served} and l.next_due_at > greatest(clock_timestamp(), ${notBefore}, first.due) + ${TOLERANCE}
             for update of l skip locked
           ) late
           where ${same('l', 'late')}
           returning 1 as one`,
        ),
      'background',
    );
    return repaired.length;
  }
}
