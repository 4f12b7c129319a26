import { createHash } from 'node:crypto';
import { SERVICE_NAMES } from '@plaudit/contracts';
import type { ServiceDefinition } from '@plaudit/runtime';

import { administer, type Administration, testServerUrl, withDatabase } from './test-server';

/**
 * The password of every service's role. Roles belong to the whole server, so a spec that provisions databases itself must
 * use the same password or other role names.
 */
export const TEST_ROLE_PASSWORD = 'test-role-password';

/**
 * `SERVICE_TIMEOUT_FACTOR` of the specs. On a busy machine, a service that pauses for some seconds must not look like one
 * that is down.
 */
export const TEST_TIMEOUT_FACTOR = 20;

/**
 * Returns the name of a database with all roles, all schemas and the migrations of these services. The first spec file
 * of a run that needs it creates it; the others wait.
 */
export async function serviceTemplate(definitions: readonly ServiceDefinition[]): Promise<string> {
  const name = `template_${fingerprint(definitions)}`;
  await administer(testServerUrl(), async (admin) => {
    // The lock is held until the connection closes.
    await admin.query("select pg_advisory_lock(hashtext('plaudit-test-template'))");
    if (!(await exists(admin, name))) await make(admin, name, definitions);
  });
  return name;
}

/** Lets the services connect to a copy of a database. Postgres does not copy the right to connect. */
export async function grantConnect(databaseUrl: string): Promise<void> {
  const { roleOf } = await import('@plaudit/database');
  const database = new URL(databaseUrl).pathname.slice(1);
  const roles = SERVICE_NAMES.map(roleOf).join(', ');
  await administer(databaseUrl, async (admin) => {
    await admin.query(`revoke all on database ${database} from public`);
    await admin.query(`grant connect on database ${database} to ${roles}`);
  });
}

async function make(
  admin: Administration,
  name: string,
  definitions: readonly ServiceDefinition[],
): Promise<void> {
  const { provisionDatabase } = await import('@plaudit/database');
  // The draft gets its name when it is complete, so that no spec clones what a killed worker left unfinished.
  const draft = `${name}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  const adminUrl = withDatabase(testServerUrl(), draft);
  const services = SERVICE_NAMES.map((service) => ({ name: service, password: TEST_ROLE_PASSWORD }));
  await provisionDatabase({ adminUrl, services, timeoutFactor: TEST_TIMEOUT_FACTOR });
  for (const definition of definitions) await migrateService(adminUrl, definition);
  await admin.query(`alter database ${draft} rename to ${name}`);
}

async function migrateService(
  adminUrl: string,
  { name, entities, migrations }: ServiceDefinition,
): Promise<void> {
  const [database, { eventMigrations }] = await Promise.all([
    import('@plaudit/database'),
    import('@plaudit/events'),
  ]);
  const dataSource = database.createDataSource({
    url: database.serviceDatabaseUrl(adminUrl, name, TEST_ROLE_PASSWORD),
    schema: name,
    entities,
    migrations: [...database.databaseMigrations, ...eventMigrations, ...migrations],
  });
  await dataSource.initialize();
  try {
    await database.migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function exists(admin: Administration, name: string): Promise<boolean> {
  return (await admin.query('select from pg_database where datname = $1', [name])).length > 0;
}

/** Includes the text of the migrations, because specs may define a sample service with the name of a real one. */
function fingerprint(definitions: readonly ServiceDefinition[]): string {
  const parts = definitions.map(({ name, migrations }) => `${name}:${migrations.map(String).join()}`);
  return createHash('sha256').update(parts.sort().join('\n')).digest('hex').slice(0, 16);
}
