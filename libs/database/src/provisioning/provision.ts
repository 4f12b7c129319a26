import type { Client } from 'pg';
import { DatabaseClient } from '../database-client';
import { databaseStatements, serviceStatements } from './provisioning-sql';
import { roleLimits } from '../statement-limits';

export interface ServiceRole {
  /** The name of the service and of its schema. */
  name: string;
  password: string;
}

/** Returns the name of a service's login role, which has privileges on the service's own schema only. */
export function roleOf(service: string): string {
  return `plaudit_${service}`;
}

/** Returns the environment variable from which provisioning reads a role's password. */
export function passwordVariable(service: string): string {
  return `${service.toUpperCase()}_DATABASE_PASSWORD`;
}

/** Returns `adminUrl` with the service's role in place of the administrator. */
export function serviceDatabaseUrl(adminUrl: string, service: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = roleOf(service);
  url.password = encodeURIComponent(password);
  return url.toString();
}

/** Creates the roles, schemas and extensions of the services. It can be repeated and run concurrently. */
export async function provisionDatabase(settings: {
  adminUrl: string;
  services: readonly ServiceRole[];
  /** `SERVICE_TIMEOUT_FACTOR`. Default 1. */
  timeoutFactor?: number;
}): Promise<void> {
  const client = new DatabaseClient({ connectionString: settings.adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('plaudit-provision'))");
    const database = client.escapeIdentifier((await currentDatabase(client)) ?? 'postgres');
    for (const statement of databaseStatements(database)) await client.query(statement);
    const limits = roleLimits(settings.timeoutFactor ?? 1);
    for (const { name, password } of settings.services) {
      const statements = serviceStatements({
        database,
        role: client.escapeIdentifier(roleOf(name)),
        schema: client.escapeIdentifier(name),
        password: client.escapeLiteral(password),
        limits,
      });
      for (const statement of statements) await retryConcurrentErrors(() => client.query(statement));
    }
  } finally {
    await client.end();
  }
}

async function currentDatabase(client: Client): Promise<string | undefined> {
  const result = await client.query<{ name: string }>('select current_database() as name');
  return result.rows[0]?.name;
}

/** Duplicate object, unique violation, and "tuple concurrently updated", which has only the internal error code. */
const RACES = ['42710', '23505', 'XX000'];

/**
 * Runs `work` and repeats it after errors of concurrent provisioning. Roles belong to the whole server while the lock
 * belongs to one database, so provisioning in another database can run at the same time.
 */
export async function retryConcurrentErrors(work: () => Promise<unknown>, triesLeft = 20): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (triesLeft === 0 || !RACES.includes((error as { code?: string }).code ?? '')) throw error;
    await retryConcurrentErrors(work, triesLeft - 1);
  }
}
