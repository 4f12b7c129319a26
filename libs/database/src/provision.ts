import { Client } from 'pg';
import { databaseStatements, serviceStatements } from './provisioning-sql';

export interface ServiceRole {
  /** Service and schema name. */
  name: string;
  password: string;
}

/** The login role of a service: rights on its own schema and on nothing else. */
export function roleOf(service: string): string {
  return `plaudit_${service}`;
}

/** The environment variable that holds a role's password where roles are provisioned. */
export function passwordVariable(service: string): string {
  return `${service.toUpperCase()}_DATABASE_PASSWORD`;
}

/** `adminUrl` with the service's own role in place of the administrator. */
export function serviceDatabaseUrl(adminUrl: string, service: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = roleOf(service);
  url.password = encodeURIComponent(password);
  return url.toString();
}

/** Makes roles, schemas and extensions for the services; safe to repeat and to run beside itself. */
export async function provisionDatabase(settings: {
  adminUrl: string;
  services: readonly ServiceRole[];
}): Promise<void> {
  const client = new Client({ connectionString: settings.adminUrl, connectionTimeoutMillis: 10_000 });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtext('plaudit-provision'))");
    const database = client.escapeIdentifier((await currentDatabase(client)) ?? 'postgres');
    for (const statement of databaseStatements(database)) await client.query(statement);
    for (const { name, password } of settings.services) {
      const statements = serviceStatements({
        database,
        role: client.escapeIdentifier(roleOf(name)),
        schema: client.escapeIdentifier(name),
        password: client.escapeLiteral(password),
      });
      for (const statement of statements) await whileOthersDoTheSame(() => client.query(statement));
    }
  } finally {
    await client.end();
  }
}

async function currentDatabase(client: Client): Promise<string | undefined> {
  const result = await client.query<{ name: string }>('select current_database() as name');
  return result.rows[0]?.name;
}

/** Duplicate object, unique violation, and "tuple concurrently updated", which has no code of its own. */
const RACES = ['42710', '23505', 'XX000'];

/** Roles belong to the whole server, while our lock is the database's: another one's provisioning may be at it too. */
export async function whileOthersDoTheSame(work: () => Promise<unknown>, triesLeft = 20): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (triesLeft === 0 || !RACES.includes((error as { code?: string }).code ?? '')) throw error;
    await whileOthersDoTheSame(work, triesLeft - 1);
  }
}
