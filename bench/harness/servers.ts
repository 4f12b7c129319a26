import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName, urlVariable } from '@plaudit/contracts';
import { provisionDatabase, serviceDatabaseUrl } from '@plaudit/database';
import { removeDataDir, startNatsServer, startPostgres } from '@plaudit/embedded';
import { applyTopology } from '@plaudit/events';
import {
  deriveKey,
  parseSecretsKey,
  PRINCIPAL_SEED_LABEL,
  principalPublicKey,
  PrincipalSigner,
} from '@plaudit/runtime';
import type { Cleanup } from './cleanup';
import { sized } from './sizes';

/** Postgres and NATS of one section, provisioned as by `npm start`, and the settings of a service that uses them. */
export interface Servers {
  adminUrl: string;
  natsUrl: string;
  /** Signs principal tokens in place of the gateway. */
  signer: PrincipalSigner;
  databaseUrl(service: ServiceName): string;
  settings(service: ServiceName): Record<string, string>;
}

/** An address without a listener, for services that a section does not need. */
const NOWHERE = 'http://127.0.0.1:9';
/** The small form runs beside other tests. A service that they slow down must not look like one that is down. */
const TIMEOUT_FACTOR = sized(1, 20);

export function newDataDir(cleanup: Cleanup): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'plaudit-bench-'));
  // Also cleans up after an interruption during the start, when there is no handle of the server yet.
  cleanup.defer(() => removeDataDir(dataDir, { fromOwner: true }));
  return dataDir;
}

/** Starts the servers. `postgresSettings` are added to those of `npm start`. */
export async function startServers(
  cleanup: Cleanup,
  postgresSettings: Record<string, string> = {},
): Promise<Servers> {
  const dataDir = newDataDir(cleanup);
  const postgres = await startPostgres({ dataDir, settings: postgresSettings });
  cleanup.defer(() => postgres.stop());
  const nats = await startNatsServer({ dataDir, env: process.env });
  cleanup.defer(() => nats.stop());
  const password = randomBytes(16).toString('hex');
  const secretsKey = randomBytes(32).toString('base64');
  const seed = deriveKey(parseSecretsKey(secretsKey), PRINCIPAL_SEED_LABEL);
  const services = SERVICE_NAMES.map((name) => ({ name, password }));
  await provisionDatabase({ adminUrl: postgres.adminUrl, services, timeoutFactor: TIMEOUT_FACTOR });
  await applyTopology(nats.url);
  const databaseUrl = (service: ServiceName): string =>
    serviceDatabaseUrl(postgres.adminUrl, service, password);
  const neighbours = SERVICE_NAMES.map((name) => [urlVariable(name), NOWHERE]);
  return {
    adminUrl: postgres.adminUrl,
    natsUrl: nats.url,
    signer: new PrincipalSigner(seed),
    databaseUrl,
    settings: (service) => ({
      ...Object.fromEntries(neighbours),
      DATABASE_URL: databaseUrl(service),
      NATS_URL: nats.url,
      SECRETS_KEY: secretsKey,
      PRINCIPAL_PUBLIC_KEYS: principalPublicKey(seed),
      SHUTDOWN_GRACE_SECONDS: '0',
      SERVICE_TIMEOUT_FACTOR: String(TIMEOUT_FACTOR),
    }),
  };
}
