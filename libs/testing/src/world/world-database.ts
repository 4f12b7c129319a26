import type { ServiceDefinition } from '@plaudit/runtime';
import { Pool, types } from 'pg';

import { cloneDatabase, type TestDatabase } from '../postgres/clone-database';
import { grantConnect, serviceTemplate, TEST_ROLE_PASSWORD } from '../postgres/service-template';
import { administer, type Administration } from '../postgres/test-server';

/** The database of one spec file, with the tables of its services. */
export interface WorldDatabase {
  admin: Administration;
  /** The URL of the database for the service's own role. */
  urlOf(service: string): string;
  drop: () => Promise<void>;
}

/** The services of a world, with the settings that its spec gives them. */
export type WorldServices = readonly { definition: ServiceDefinition; settings?: Record<string, string> }[];

export async function openWorldDatabase(services: WorldServices): Promise<WorldDatabase> {
  const { serviceDatabaseUrl } = await import('@plaudit/database');
  const template = await serviceTemplate(services.map(({ definition }) => definition));
  const database = await cloneDatabase({ template });
  await grantConnect(database.adminUrl);
  await limitStatements(database, services);
  const pool = new Pool({ connectionString: database.adminUrl, max: 3, types: { getTypeParser } });
  // Dropping the database ends idle connections, which is not a failure.
  pool.on('error', () => {});
  return {
    admin: {
      query: async <Row>(sql: string, parameters?: unknown[]) =>
        (await pool.query(sql, parameters)).rows as Row[],
    },
    urlOf: (service) => serviceDatabaseUrl(database.adminUrl, service, TEST_ROLE_PASSWORD),
    drop: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

/** Gives the roles of services with a SERVICE_TIMEOUT_FACTOR of their own the limits that `npm run provision` stores for it. */
async function limitStatements({ adminUrl, name }: TestDatabase, services: WorldServices): Promise<void> {
  const { roleLimits, roleOf } = await import('@plaudit/database');
  const statements = services.flatMap(({ definition, settings }) => {
    const factor = settings?.['SERVICE_TIMEOUT_FACTOR'];
    if (factor === undefined) return [];
    const role = `alter role ${roleOf(definition.name)} in database ${name}`;
    const limits = Object.entries(roleLimits(Number(factor)));
    return limits.map(([setting, limit]) => `${role} set ${setting} = ${limit}`);
  });
  if (statements.length > 0) await administer(adminUrl, (admin) => admin.query(statements.join('; ')));
}

/** Reads bigint as a number, as the services do. */
const getTypeParser = ((oid: number, format?: 'text') =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser;
