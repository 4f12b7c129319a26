import { Client } from 'pg';

/** Generous, because only a run that fails anyway spends it: starting the connection's process may take its time. */
const CONNECT_TIMEOUT_MS = 60_000;

/** Statements as superuser, on a connection that is closed after. */
export interface Administration {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
}

/** The run's Postgres as superuser, in the database `postgres`. */
export function testServerUrl(): string {
  const url = process.env.PLAUDIT_TEST_POSTGRES;
  if (!url)
    throw new Error("PLAUDIT_TEST_POSTGRES is not set: jest's global setup of libs/testing has not run.");
  return url;
}

/** `url` with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** Runs `work` on one connection of its own. */
export async function administer<T>(url: string, work: (admin: Administration) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks fails the running statement; without a listener it would end the process as well.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work({
      query: async <Row>(sql: string, parameters?: unknown[]) => {
        const result = await client.query(sql, parameters);
        return result.rows as Row[];
      },
    });
  } finally {
    await client.end();
  }
}
