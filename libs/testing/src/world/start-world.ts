import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName, urlVariable } from '@plaudit/contracts';
import type { RunningServices, ServiceStart } from '@plaudit/runtime';

import { startNats } from '../nats/start-nats';
import { TEST_ROLE_PASSWORD, TEST_TIMEOUT_FACTOR } from '../postgres/service-template';
import { PostgresProxy } from '../postgres/postgres-proxy';
import { type PgBouncer, startPgBouncer } from '../postgres/start-pgbouncer';
import { RecordedLogs } from './recorded-logs';
import { type World, worldOf } from './world';
import { openWorldDatabase, type WorldDatabase, type WorldServices } from './world-database';

export interface WorldOptions {
  services: WorldServices;
  /** `false` starts no nats-server, so that the services run as they do while NATS is down. Default: `true`. */
  nats?: boolean;
  /** Puts a PgBouncer with so many connections for each role between the services and Postgres. Default: none. */
  pooledConnections?: number;
  /** Puts a proxy between the services and Postgres, with which a spec stops it. Default: none. */
  proxiesPostgres?: boolean;
}

type Start = ServiceStart & { settings: Record<string, string> };

/** Nothing listens here: port 1 needs privileges that no test has. */
const NO_NATS = 'nats://127.0.0.1:1';

/**
 * Starts services as production does: each with its role and migrations, the topology of NATS, the addresses of the other
 * services, and signed principals.
 */
export async function startWorld(options: WorldOptions): Promise<World> {
  countWorld();
  // Nest and TypeORM take a second to load. Specs that only need a helper of this library do not wait for it.
  const { Logger } = await import('@nestjs/common');
  const { applyTopology } = await import('@plaudit/events');
  const { principalPublicKey, PrincipalSigner, startServices } = await import('@plaudit/runtime');
  const logs = new RecordedLogs();
  Logger.overrideLogger(logs);
  const seed = randomBytes(32);
  const undo: (() => Promise<void>)[] = [];
  try {
    const nats = options.nats === false ? null : await startNats();
    if (nats) {
      undo.push(nats.stop);
      await applyTopology(nats.url);
    } else {
      // A slow run takes longer than the minute after which a service reports that it misses NATS.
      logs.expectErrors(/Could not publish events/);
    }
    const database = await openWorldDatabase(options.services);
    undo.push(database.drop);
    const pooler = await poolerOf(options, database);
    if (pooler) undo.push(pooler.stop);
    const proxy = options.proxiesPostgres ? await PostgresProxy.open(database.urlOf('reviews')) : null;
    if (proxy) undo.push(() => proxy.close());
    const natsUrl = nats?.url ?? NO_NATS;
    const common = { NATS_URL: natsUrl, PRINCIPAL_PUBLIC_KEYS: principalPublicKey(seed) };
    const between = pooler ?? proxy;
    const starts = startsOf(options, common, (service) => databaseSettings(database.urlOf(service), between));
    const running = await startServices(starts);
    const settings = effectiveSettings(starts, running);
    return worldOf({
      database,
      pooler,
      proxy,
      nats,
      running,
      logs,
      natsUrl,
      settings,
      signer: new PrincipalSigner(seed),
    });
  } catch (error) {
    for (const step of undo.reverse()) await step();
    throw error;
  }
}

/** The summary of a run says how many worlds its specs started. */
function countWorld(): void {
  const folder = process.env.PLAUDIT_TEST_RUN;
  if (folder) appendFileSync(join(folder, 'worlds'), '.');
}

async function poolerOf(
  { services, pooledConnections }: WorldOptions,
  database: WorldDatabase,
): Promise<PgBouncer | null> {
  if (pooledConnections === undefined) return null;
  const { roleOf } = await import('@plaudit/database');
  return startPgBouncer({
    databaseUrl: database.urlOf(services[0]!.definition.name),
    passwords: Object.fromEntries(SERVICE_NAMES.map((name) => [roleOf(name), TEST_ROLE_PASSWORD])),
    poolSize: pooledConnections,
  });
}

function databaseSettings(url: string, between: PgBouncer | PostgresProxy | null): Record<string, string> {
  if (!between) return { DATABASE_URL: url };
  const through = between.through(url);
  return between instanceof PostgresProxy
    ? { DATABASE_URL: through }
    : { DATABASE_URL: through, DATABASE_DIRECT_URL: url };
}

function startsOf(
  options: WorldOptions,
  common: Record<string, string>,
  databaseOf: (service: ServiceName) => Record<string, string>,
): Start[] {
  const secretsKey = randomBytes(32).toString('base64');
  return options.services.map(({ definition, settings }) => ({
    definition,
    settings: {
      NODE_ENV: 'test',
      SECRETS_KEY: secretsKey,
      // The fixture servers of a spec listen on loopback. A service that others can reach refuses this setting.
      ALLOW_LOOPBACK: String(isLocal(settings?.['PUBLIC_URL'])),
      SERVICE_TIMEOUT_FACTOR: String(TEST_TIMEOUT_FACTOR),
      // Specs that stop a replica among others set it.
      SHUTDOWN_GRACE_SECONDS: '0',
      ...databaseOf(definition.name),
      ...common,
      ...settings,
    },
  }));
}

function isLocal(publicUrl = 'http://localhost'): boolean {
  return /^(localhost|127\..*)$/.test(new URL(publicUrl).hostname);
}

function effectiveSettings(
  starts: readonly Start[],
  running: RunningServices,
): Map<ServiceName, Record<string, string>> {
  const addresses = Object.fromEntries(
    starts.map(({ definition: { name } }) => [urlVariable(name), running.url(name)]),
  );
  return new Map(starts.map(({ definition, settings }) => [definition.name, { ...addresses, ...settings }]));
}
