import { startPostgres } from '@plaudit/embedded';
import { reseal, sealedColumns, Secrets, type Settings } from '@plaudit/runtime';
import { ALL_SERVICES } from './services';
import { readSettings } from './settings';

/**
 * Encrypts the stored secrets of all services again, with SECRETS_KEY. Starts the Postgres of DATA_DIR for that time if no
 * DATABASE_URL is set, so the product must not be running on it. Returns true if every value can be read.
 */
export async function resealAll(env: Settings, print: (line: string) => void): Promise<boolean> {
  const { dataDir, postgresDir, databaseUrl, directDatabaseUrl, secretsKey } = readSettings(env);
  const secrets = new Secrets(secretsKey, env.SECRETS_KEY_PREVIOUS || undefined);
  const columns = ALL_SERVICES.flatMap(sealedColumns);
  if (databaseUrl) return reseal(directDatabaseUrl ?? databaseUrl, columns, secrets, print);
  const postgres = await startPostgres({ dataDir, stateRoot: postgresDir });
  try {
    return await reseal(postgres.adminUrl, columns, secrets, print);
  } finally {
    await postgres.stop();
  }
}
