import { administer } from './reviews';

/** Postgres inserts with one core per connection. */
const WRITERS = 2;
const BULK_LOAD = "set synchronous_commit = off; set maintenance_work_mem = '1GB'; set work_mem = '256MB'";

/** Fills a service's tables while they have only their primary keys. Creating an index once is several times as fast as updating it. */
export async function fillWithoutIndexes(
  adminUrl: string,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes = await administer<{ name: string; definition: string }>(
    adminUrl,
    `select indexrelid::regclass::text as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
     from pg_index where indrelid = any($1::regclass[]) and not indisprimary`,
    [tables],
  );
  await administer(adminUrl, `drop index ${indexes.map(({ name }) => name).join()}`);
  await fill();
  for (const { definition } of indexes) await administer(adminUrl, `${BULK_LOAD}; ${definition}`);
}

/** Runs a statement for each share of the numbers 1 to `total`, on a connection each. */
export async function inShares(
  adminUrl: string,
  total: number,
  statementOf: (from: number, to: number) => string,
): Promise<void> {
  const share = Math.ceil(total / WRITERS);
  await Promise.all(
    Array.from({ length: WRITERS }, (_, writer) =>
      administer(
        adminUrl,
        `${BULK_LOAD}; ${statementOf(writer * share + 1, Math.min(total, (writer + 1) * share))}`,
      ),
    ),
  );
}

/** Returns the size of the database for a line of progress: "4.2 GB". */
export async function databaseSize(adminUrl: string): Promise<string> {
  const [size] = await administer<{ gigabytes: string }>(
    adminUrl,
    "select round(pg_database_size('postgres') / 1e9, 1)::text as gigabytes",
  );
  return `${size?.gigabytes} GB`;
}
