import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReconciledCounter } from '@plaudit/runtime';

/** The counters, each with the key of its rows and a query of the same numbers from the rows that they count. */
const COUNTERS = {
  review_counts: {
    key: 'sub_account_id, status, star, rating',
    counted: `select sub_account_id, status, coalesce(star, 0) as star, coalesce(rating, 0) as rating, count(*) as total
      from reviews where sub_account_id = any ($1) group by 1, 2, 3, 4`,
  },
  tag_counts: {
    key: 'sub_account_id, tag_id',
    counted: `select sub_account_id, tag_id, count(*) as total
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
    const { key, counted } = COUNTERS[counter];
    return queryRows<ReconciledCounter>(
      tx,
      `with difference as (
         select ${key}, sum(kept)::bigint as was, sum(total)::bigint as is from (
           select ${key}, 0 as kept, total from (${counted}) counted
           union all
           select ${key}, total, 0 from ${counter} where sub_account_id = any ($1)
         ) both_sides
         group by ${key} having sum(total) <> sum(kept)
       ), repaired as (
         insert into ${counter} as stored (${key}, total)
         select ${key}, "is" - was from difference order by ${key}
         on conflict (${key}) do update set total = stored.total + excluded.total
       )
       select * from difference order by ${key}`,
      [subAccountIds],
    );
  }
}
