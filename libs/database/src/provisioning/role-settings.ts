import type { Database } from '../database';
import { type RoleLimits, roleLimits } from '../statement-limits';

/**
 * Returns the settings of a service's role in its database, as SQL values. They belong to the role and not to a connection,
 * because a pooler of transactions refuses the startup parameter `options` and hands a session to many clients.
 *
 * - The search path is the service's schema, then `public` for extensions.
 * - On solid state disks and in memory, a random page costs about as much as the next one. With its default of 4, Postgres
 *   collects and sorts all rows of a tenant where an index has the first page in order.
 * - JIT compilation costs more than it saves on statements as short as ours.
 * - A statement for which the service sets no other limits may take `statement_timeout` and wait `lock_timeout` for a lock.
 * - The server ends a session whose transaction is idle for `idle_in_transaction_session_timeout`. The transaction holds
 *   locks and holds back the outbox, and its process may have been stopped.
 */
export function roleSettings(schema: string, limits: RoleLimits): Readonly<Record<string, string>> {
  return {
    search_path: `${schema}, public`,
    timezone: "'UTC'",
    random_page_cost: '1.1',
    jit: 'off',
    ...Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, String(limit)])),
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
  /** The limits in milliseconds. 0 means that there is none. */
  limits: RoleLimits;
}

/**
 * Checks the settings of the role in a session of the database. Throws if it would work on another schema, in another time
 * zone or without one of its limits. Returns a warning if its limits are not those of `timeoutFactor`, and null otherwise.
 */
export async function checkRoleSettings(
  { dataSource, schema }: Database,
  timeoutFactor: number,
): Promise<string | null> {
  const wanted = roleLimits(timeoutFactor);
  const [session] = await dataSource.query<SessionRow[]>(
    `select current_user as role, current_setting('search_path') as search_path, current_setting('timezone') as timezone,
       (select json_object_agg(name, setting::bigint) from pg_settings where name = any ($1)) as limits`,
    [Object.keys(wanted)],
  );
  const { role, search_path, timezone, limits } = session as SessionRow;
  const names = Object.keys(wanted) as (keyof RoleLimits)[];
  const wrong = [
    ...(search_path === `${schema}, public` ? [] : [`search_path is ${search_path}, not ${schema}, public`]),
    ...(timezone === 'UTC' ? [] : [`timezone is ${timezone}, not UTC`]),
    ...names.filter((name) => limits[name] === 0).map((name) => `${name} is not set`),
  ];
  if (wrong.length > 0)
    throw new Error(
      `The role ${role} lacks its settings for this database: ${wrong.join('; ')}. Run npm run provision, which stores them, and start again.`,
    );
  const others = names.filter((name) => limits[name] !== wanted[name]);
  if (others.length === 0) return null;
  const differences = others.map((name) => `${name} is ${limits[name]} ms and not ${wanted[name]} ms`);
  return `The role ${role} has other limits than SERVICE_TIMEOUT_FACTOR asks for: ${differences.join('; ')}. Run npm run provision with the same factor.`;
}
