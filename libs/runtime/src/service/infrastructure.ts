import type { Provider } from '@nestjs/common';
import {
  createDataSource,
  Database,
  databaseMigrations,
  IdempotencyKeys,
  migrate,
  statementLimitMs,
} from '@plaudit/database';
import { eventMigrations, Inbox, NatsLink, Outbox, OutboxRelay } from '@plaudit/events';
import { ServiceClient } from '../client/service-client';
import type { Settings } from '../env/load-env';
import type { ServiceEnv } from '../env/service-env';
import { ReadinessRegistry } from '../health/readiness';
import { relayMetrics } from '../metrics/bus-metrics';
import { Metrics } from '../metrics/metrics';
import { ApiDescription } from '../openapi/api-description';
import { PrincipalVerifier } from '../principal/principal-token';
import { Secrets } from '../secrets';
import { Clock, Randomness } from '../clock-and-randomness';
import type { ServiceDefinition } from './define-service';
import { runAll } from './run-all';
import { sharedProviders } from './shared-providers';

/** The connections and shared providers of a service. They open before its application and close after it. */
export interface Infrastructure {
  /** The shared providers for the application. */
  providers: Provider[];
  link: NatsLink;
  database: Database;
  metrics: Metrics;
  readiness: ReadinessRegistry;
  close(): Promise<void>;
}

/** Connects, migrates and starts the relay. If NATS is down, the service still starts and events wait in the outbox. */
export async function openInfrastructure(
  definition: ServiceDefinition,
  env: ServiceEnv,
  settings: Settings,
): Promise<Infrastructure> {
  const database = await openDatabase(definition, env);
  const link = new NatsLink({ url: env.NATS_URL, service: definition.name });
  const relay = new OutboxRelay(link, { databaseUrl: env.DATABASE_URL, schema: definition.name });
  const client = new ServiceClient(settings, env.SERVICE_TIMEOUT_FACTOR);
  const metrics = new Metrics(definition.name);
  const readiness = readinessOf(database);
  relayMetrics(metrics, relay);
  link.open();
  relay.start();
  const providers = sharedProviders(definition, {
    env,
    database,
    link,
    client,
    metrics,
    readiness,
    idempotencyKeys: new IdempotencyKeys(database),
    outbox: new Outbox({ service: definition.name, wake: () => relay.wake() }),
    inbox: new Inbox(database),
    clock: new Clock(),
    randomness: new Randomness(),
    secrets: new Secrets(env.SECRETS_KEY, env.SECRETS_KEY_PREVIOUS),
    verifier: new PrincipalVerifier(env.PRINCIPAL_PUBLIC_KEYS, definition.name),
    apiDescription: new ApiDescription(definition),
  });
  const close = (): Promise<void> =>
    runAll([
      () => relay.stop(),
      () => link.close(),
      () => client.close(),
      () => database.dataSource.destroy(),
    ]);
  return { providers, link, database, metrics, readiness, close };
}

async function openDatabase(definition: ServiceDefinition, env: ServiceEnv): Promise<Database> {
  const dataSource = createDataSource({
    url: env.DATABASE_URL,
    schema: definition.name,
    entities: definition.entities,
    migrations: [...databaseMigrations, ...eventMigrations, ...definition.migrations],
    poolSize: env.DATABASE_POOL,
    statementTimeoutMs: statementLimitMs('question', env.SERVICE_TIMEOUT_FACTOR),
  });
  await dataSource.initialize();
  try {
    await migrate(dataSource);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  return new Database(dataSource, definition.name, env.SERVICE_TIMEOUT_FACTOR);
}

function readinessOf(database: Database): ReadinessRegistry {
  const readiness = new ReadinessRegistry();
  readiness.add({ name: 'database', check: () => database.ping().then(() => null) });
  return readiness;
}
