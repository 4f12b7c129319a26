import { escapeIdentifier } from 'pg';
import { DatabaseClient } from './database-client';

const BATCH_ROWS = 500;

/** A column of bytes and the column that identifies its rows. */
export interface BytesColumn {
  schema: string;
  table: string;
  column: string;
  key: string;
}

/** Returns the new value of a row, or null to keep the old one. */
export type Rewrite = (value: Buffer, key: string) => Buffer | null;

/**
 * Passes every value of the column to `rewrite`, in the order of the keys, and stores what it returns. Each row is changed on its
 * own, and only if it still has the value that was read, so the service may run and the work can be repeated after a crash.
 * The URL must lead to Postgres itself, because the limits of statements are lifted for the session.
 * Returns how many rows were read and how many were changed.
 */
export async function rewriteColumn(
  databaseUrl: string,
  column: BytesColumn,
  rewrite: Rewrite,
): Promise<{ read: number; changed: number }> {
  const client = new DatabaseClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
  });
  await client.connect();
  try {
    // The role of a service limits a statement to what a request may take.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    return await rewriteAll(client, statementsFor(column), rewrite);
  } finally {
    await client.end();
  }
}

interface Statements {
  first: string;
  next: string;
  update: string;
}

function statementsFor(names: BytesColumn): Statements {
  const table = `${escapeIdentifier(names.schema)}.${escapeIdentifier(names.table)}`;
  const [column, key] = [escapeIdentifier(names.column), escapeIdentifier(names.key)];
  const select = `select ${key}::text as key, ${column} as value from ${table} where ${column} is not null`;
  const order = `order by ${table}.${key} limit ${BATCH_ROWS}`;
  return {
    first: `${select} ${order}`,
    next: `${select} and ${key} > $1 ${order}`,
    update: `update ${table} set ${column} = $1 where ${key} = $2 and ${column} = $3`,
  };
}

async function rewriteAll(
  client: DatabaseClient,
  { first, next, update }: Statements,
  rewrite: Rewrite,
): Promise<{ read: number; changed: number }> {
  const counts = { read: 0, changed: 0 };
  let last: string | null = null;
  for (;;) {
    const batch: { rows: { key: string; value: Buffer }[] } =
      last === null ? await client.query(first) : await client.query(next, [last]);
    for (const { key, value } of batch.rows) {
      const rewritten = rewrite(value, key);
      if (rewritten === null) continue;
      const { rowCount } = await client.query(update, [rewritten, key, value]);
      counts.changed += rowCount ?? 0;
    }
    counts.read += batch.rows.length;
    last = batch.rows.at(-1)?.key ?? null;
    if (last === null || batch.rows.length < BATCH_ROWS) return counts;
  }
}
