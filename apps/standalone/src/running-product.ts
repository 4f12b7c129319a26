import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@plaudit/contracts';
import { serviceDatabaseUrl, UsageError } from '@plaudit/database';
import { type BusAddresses, deriveKey, parseSecretsKey, type Settings } from '@plaudit/runtime';
import { type Endpoints, ENDPOINTS_FILE } from './endpoints';
import { dataDirOf, readSettings, type StandaloneSettings } from './settings';

/** Returns the password of a service's role in Postgres. */
export function rolePassword({ secretsKey }: StandaloneSettings, service: ServiceName): string {
  return deriveKey(parseSecretsKey(secretsKey), `postgres-role/${service}`).toString('base64url');
}

/**
 * Returns the addresses by which a command works beside the running product as one of its services. An address that the environment
 * does not name is read from `endpoints.json`. Throws {@link UsageError} if the folder does not exist and something must be read from
 * it, or if the product has never run on it.
 */
export function runningAddresses(env: Settings, service: ServiceName): BusAddresses {
  // A mistyped DATA_DIR must not become a new folder with a new secrets key.
  const isComplete = env.SECRETS_KEY && (env.DATABASE_URL || env.DATABASE_ADMIN_URL) && env.NATS_URL;
  if (!isComplete && !existsSync(dataDirOf(env)))
    throw new UsageError(
      `${dataDirOf(env)} does not exist. Set DATA_DIR to the data folder of the running product.`,
    );
  const settings = readSettings(env);
  const adminUrl = settings.directDatabaseUrl ?? settings.databaseUrl ?? endpointsOf(settings).postgres;
  return {
    databaseUrl: serviceDatabaseUrl(adminUrl, service, rolePassword(settings, service)),
    nats: settings.nats ?? endpointsOf(settings).nats_url,
  };
}

function endpointsOf({ dataDir }: StandaloneSettings): Endpoints {
  const file = join(dataDir, ENDPOINTS_FILE);
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Endpoints;
  throw new UsageError(
    `${file} is missing. Start the product with "npm start", or set DATA_DIR to its data folder.`,
  );
}
