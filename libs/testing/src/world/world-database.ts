import type { ServiceDefinition } from '@plaudit/runtime';
import { Pool, types } from 'pg';

import { cloneDatabase } from '../postgres/clone-database';
import { grantConnect, serviceTemplate, TEST_ROLE_PASSWORD } from '../postgres/service-template';
import type { Administration } from '../postgres/test-server';

/** The database of one spec file, with the tables of its services. */
export interface WorldDatabase {
  admin: Administration;
  /** The URL of the database for the service's own role. */
  urlOf(service: string): string;
  drop: () => Promise<void>;
}

export async function openWorldDatabase(definitions: readonly ServiceDefinition[]): Promise<WorldDatabase> {
  const { serviceDatabaseUrl } = await import('@plaudit/database');
  const database = await cloneDatabase({ template: await serviceTemplate(definitions) });
  await grantConnect(database.adminUrl);
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

/** Reads bigint as a number, as the services do. */
const getTypeParser = ((oid: number, format?: 'text') =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser;
