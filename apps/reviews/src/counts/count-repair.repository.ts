import { Injectable } from '@nestjs/common';
import { ownValue } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import type { ReconciledCounter, Reconciliation } from '@plaudit/runtime';

/** A table of counters. */
interface CounterTable {
  name: string;
  /** The key of its rows. */
  key: string;
  /** Its columns by the name of the counter. */
  columns: Readonly<Record<string, string>>;
  /** A query of the same columns from the rows that they count. */
  counted: string;
}

/** In the order in which writers lock them. */
const TABLES: readonly CounterTable[] = [
  {
    name: 'review_counts',
    key: 'sub_account_id, status, star, rating',
    columns: { review_counts: 'total', photo_counts: 'with_photos' },
    counted: `select sub_account_id, status, coalesce(star, 0) as star, coalesce(rating, 0) as rating,
        count(*) as total, count(from_image) as with_photos
      from reviews where sub_account_id = any ($1) group by 1, 2, 3, 4`,
  },
  {
    name: 'tag_counts',
    key: 'sub_account_id, tag_id',
    columns: { tag_counts: 'total' },
    counted: `select sub_account_id, tag_id, count(*) as total
      from review_tags where sub_account_id = any ($1) group by 1, 2`,
  },
];

export const REPAIRED_COUNTERS = TABLES.flatMap(({ columns }) => Object.keys(columns));

/** Compares the counters with the reviews. They are written together, so a difference shows a defect or a manual change. */
@Injectable()
export class CountRepairRepository {
  /** Corrects the counters of these sub accounts and returns the rows of each counter that differed. */
  async repair(tx: Tx, subAccountIds: readonly number[]): Promise<Reconciliation[]> {
    const repaired: Reconciliation[] = [];
    for (const table of TABLES) repaired.push(...(await repairTable(tx, table, subAccountIds)));
    return repaired;
  }
}

/**
 * One statement reads both sides, so concurrent writers have changed both or neither. It locks the rows of the table once and in
 * the order of the writers. The difference is added instead of the number being set, because a writer may change the row
 * before it is locked here.
 */
async function repairTable(
  tx: Tx,
  { name, key, columns, counted }: CounterTable,
  subAccountIds: readonly number[],
): Promise<Reconciliation[]> {
  const names = Object.values(columns);
  const each = (sql: (column: string) => string, separator = ', '): string => names.map(sql).join(separator);
  const rows = await queryRows<Record<string, number>>(
    tx,
    `with difference as (
       select ${key}, ${each((column) => `sum(kept_${column})::bigint as was_${column}, sum(${column})::bigint as is_${column}`)}
       from (
         select ${key}, ${each((column) => `${column}, 0 as kept_${column}`)} from (${counted}) counted
         union all
         select ${key}, ${each((column) => `0, ${column}`)} from ${name} where sub_account_id = any ($1)
       ) both_sides
       group by ${key} having ${each((column) => `sum(${column}) <> sum(kept_${column})`, ' or ')}
     ), repaired as (
       insert into ${name} as stored (${key}, ${each((column) => column)})
       select ${key}, ${each((column) => `is_${column} - was_${column}`)} from difference order by ${key}
       on conflict (${key}) do update set ${each((column) => `${column} = stored.${column} + excluded.${column}`)}
     )
     select * from difference order by ${key}`,
    [subAccountIds],
  );
  const keys = key.split(', ');
  return Object.entries(columns).map(([counter, column]) => ({
    counter,
    counters: rows
      .map((row): ReconciledCounter => ({
        ...Object.fromEntries(keys.map((part) => [part, ownValue(row, part) as number])),
        was: row[`was_${column}`] as number,
        is: row[`is_${column}`] as number,
      }))
      .filter(({ was, is }) => was !== is),
  }));
}
