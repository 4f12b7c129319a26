import { Client } from 'pg';

/** Long, because Postgres starts a process for each connection and the machine may be busy. */
const CONNECT_TIMEOUT_MS = 60_000;

/** Runs statements as superuser. */
export interface Administration {
  query<Row>(sql: string, parameters?: unknown[]): Promise<Row[]>;
}

/** Returns the superuser's URL of the Postgres of this jest run, with the database `postgres`. */
export function testServerUrl(): string {
  const url = process.env.PLAUDIT_TEST_POSTGRES;
  if (!url)
    throw new Error(
      'PLAUDIT_TEST_POSTGRES is not set: the global setup of jest in libs/testing has not run.',
    );
  return url;
}

/** Returns `url` with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.toString();
}

/** Opens a connection, runs `work` with it and closes it. */
export async function administer<T>(url: string, work: (admin: Administration) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A broken connection fails the running statement. Without a listener it would also end the process.
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
