import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@plaudit/contracts';
import { serviceDatabaseUrl, UsageError } from '@plaudit/database';
import { type BusAddresses, deriveKey, parseSecretsKey, type Settings } from '@plaudit/runtime';
import { type Endpoints, ENDPOINTS_FILE } from './endpoints';
import { readSettings, type StandaloneSettings } from './settings';

/** Returns the password of a service's role in Postgres. */
export function rolePassword({ secretsKey }: StandaloneSettings, service: ServiceName): string {
  return deriveKey(parseSecretsKey(secretsKey), `postgres-role/${service}`).toString('base64url');
}

/**
 * Returns the addresses by which a command works beside the running product as one of its services. An address that the environment
 * does not name is read from `endpoints.json`. Throws {@link UsageError} if the product has never run on this data folder.
 */
export function runningAddresses(env: Settings, service: ServiceName): BusAddresses {
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
