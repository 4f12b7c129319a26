import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReconciledCounter } from '@plaudit/runtime';

const RATED = 'select sub_account_id, status, coalesce(star, 0) as star, coalesce(rating, 0) as rating';

/** The counters, each with its column, the key of its rows, and a query of the same numbers from the rows that they count. */
const COUNTERS = {
  review_counts: {
    table: 'review_counts',
    column: 'total',
    key: 'sub_account_id, status, star, rating',
    counted: `${RATED}, count(*) as counted from reviews where sub_account_id = any ($1) group by 1, 2, 3, 4`,
  },
  photo_counts: {
    table: 'review_counts',
    column: 'with_photos',
    key: 'sub_account_id, status, star, rating',
    counted: `${RATED}, count(*) as counted from reviews
      where sub_account_id = any ($1) and from_image is not null group by 1, 2, 3, 4`,
  },
  tag_counts: {
    table: 'tag_counts',
    column: 'total',
    key: 'sub_account_id, tag_id',
    counted: `select sub_account_id, tag_id, count(*) as counted
      from review_tags where sub_account_id = any ($1) group by 1, 2`,
  },
} as const;

export type RepairedCounter = keyof typeof COUNTERS;
export const REPAIRED_COUNTERS = Object.keys(COUNTERS) as RepairedCounter[];

/** Compares the counters with the reviews. They are written together, so a difference shows a defect or a manual change. */
@Injectable()
export class CountRepairRepository {
  /**
   * Corrects a counter of these sub accounts and returns the rows that differed. One statement reads both sides, so
   * concurrent writers have changed both or neither. The difference is added instead of the number being set, because a
   * writer may change the row before it is locked here.
   */
  async repair(
    tx: Tx,
    counter: RepairedCounter,
    subAccountIds: readonly number[],
  ): Promise<ReconciledCounter[]> {
    const { table, column, key, counted } = COUNTERS[counter];
    return queryRows<ReconciledCounter>(
      tx,
      `with difference as (
         select ${key}, sum(kept)::bigint as was, sum(counted)::bigint as is from (
           select ${key}, 0 as kept, counted from (${counted}) counted
           union all
           select ${key}, ${column}, 0 from ${table} where sub_account_id = any ($1)
         ) both_sides
         group by ${key} having sum(counted) <> sum(kept)
       ), repaired as (
         insert into ${table} as stored (${key}, ${column})
         select ${key}, "is" - was from difference order by ${key}
         on conflict (${key}) do update set ${column} = stored.${column} + excluded.${column}
       )
       select * from difference order by ${key}`,
      [subAccountIds],
    );
  }
}
