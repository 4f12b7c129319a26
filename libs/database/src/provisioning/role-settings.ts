import type { Database } from '../database';

/**
 * Returns the settings of a service's role in its database, as SQL values. They belong to the role and not to a connection,
 * because a pooler of transactions refuses the startup parameter `options` and hands a session to many clients.
 *
 * - The search path is the service's schema, then `public` for extensions.
 * - The server ends a transaction that is idle for 30 s, because an open transaction holds back the outbox.
 * - On solid state disks and in memory, a random page costs about as much as the next one. With its default of 4, Postgres
 *   collects and sorts all rows of a tenant where an index has the first page in order.
 * - JIT compilation costs more than it saves on statements as short as ours.
 * - A statement for which the service sets no other limit may take `statementTimeoutMs`.
 */
export function roleSettings(schema: string, statementTimeoutMs: number): Readonly<Record<string, string>> {
  return {
    search_path: `${schema}, public`,
    timezone: "'UTC'",
    idle_in_transaction_session_timeout: '30000',
    random_page_cost: '1.1',
    jit: 'off',
    statement_timeout: String(statementTimeoutMs),
  };
}

/** Returns one SQL text that sets these settings in a session. Use it only on a connection that no pooler shares. */
export function setStatements(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `set ${name} = ${value}`)
    .join('; ');
}

interface SessionRow {
  role: string;
  search_path: string;
  timezone: string;
  statement_timeout: string;
}

/**
 * Checks the settings of the role in a session of the database. Throws if it would work on another schema, in another time
 * zone or without a limit of statements. Returns a warning if its limit is not `statementTimeoutMs`, and null otherwise.
 */
export async function checkRoleSettings(
  { dataSource, schema }: Database,
  statementTimeoutMs: number,
): Promise<string | null> {
  const [session] = await dataSource.query<SessionRow[]>(
    `select current_user as role, current_setting('search_path') as search_path, current_setting('timezone') as timezone,
       (select setting from pg_settings where name = 'statement_timeout') as statement_timeout`,
  );
  const { role, search_path, timezone, statement_timeout } = session as SessionRow;
  const wrong = [
    ...(search_path === `${schema}, public` ? [] : [`search_path is ${search_path}, not ${schema}, public`]),
    ...(timezone === 'UTC' ? [] : [`timezone is ${timezone}, not UTC`]),
    ...(statement_timeout === '0' ? ['statement_timeout is not set'] : []),
  ];
  if (wrong.length > 0)
    throw new Error(
      `The role ${role} lacks its settings for this database: ${wrong.join('; ')}. Run npm run provision, which stores them, and start again.`,
    );
  if (Number(statement_timeout) === statementTimeoutMs) return null;
  return `The role ${role} limits a statement to ${statement_timeout} ms, but SERVICE_TIMEOUT_FACTOR asks for ${statementTimeoutMs} ms. Run npm run provision with the same factor.`;
}
