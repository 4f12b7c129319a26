import { Logger, type Provider } from '@nestjs/common';
import { STREAM_KEEPER } from '@plaudit/contracts';
import {
  checkRoleSettings,
  createDataSource,
  Database,
  databaseMigrations,
  IdempotencyKeys,
  migrate,
} from '@plaudit/database';
import {
  eventMigrations,
  Inbox,
  natsAccess,
  NatsLink,
  Outbox,
  OutboxRelay,
  StreamKeeper,
} from '@plaudit/events';
import { ServiceClient } from '../client/service-client';
import type { Settings } from '../env/load-env';
import { type ServiceEnv, sessionUrl } from '../env/service-env';
import { ReadinessRegistry } from '../health/readiness';
import { linkMetrics, relayMetrics } from '../metrics/bus-metrics';
import { streamMetrics } from '../metrics/stream-metrics';
import { Metrics } from '../metrics/metrics';
import { ApiDescription } from '../openapi/api-description';
import { PrincipalVerifier } from '../principal/principal-token';
import { Secrets } from '../secrets';
import { Clock, Randomness } from '../clock-and-randomness';
import { databaseCaller } from './database-caller';
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

const FIRST_ATTEMPT_MS = 2_000;

/** Connects, migrates and starts the relay. If NATS is down, the service still starts and events wait in the outbox. */
export async function openInfrastructure(
  definition: ServiceDefinition,
  env: ServiceEnv,
  settings: Settings,
): Promise<Infrastructure> {
  const database = await openDatabase(definition, env);
  const link = await openLink(definition, env, database);
  const relay = new OutboxRelay(link, {
    database,
    databaseUrl: sessionUrl(env),
    schema: definition.name,
  });
  const client = new ServiceClient(settings, env.SERVICE_TIMEOUT_FACTOR);
  const metrics = new Metrics(definition.name);
  const readiness = readinessOf(database);
  relayMetrics(metrics, relay);
  linkMetrics(metrics, link);
  relay.start();
  const keeper = definition.name === STREAM_KEEPER ? startKeeper(link, relay, metrics) : null;
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
      async () => keeper?.stop(),
      () => relay.stop(),
      () => link.close(),
      () => client.close(),
      () => database.dataSource.destroy(),
    ]);
  return { providers, link, database, metrics, readiness, close };
}

/** Waits for NATS a moment, to refuse a server that cannot take every event. A server that is down is waited for later. */
async function openLink({ name }: ServiceDefinition, env: ServiceEnv, database: Database): Promise<NatsLink> {
  const link = new NatsLink({ ...natsAccess(env), service: name });
  link.open();
  try {
    await link.checkServer(FIRST_ATTEMPT_MS);
    return link;
  } catch (error) {
    await runAll([() => link.close(), () => database.dataSource.destroy()]);
    throw error;
  }
}

/** Checks the role and migrates, on a session of Postgres itself if DATABASE_URL leads to a pooler. */
async function openDatabase(definition: ServiceDefinition, env: ServiceEnv): Promise<Database> {
  const database = await connectDatabase(definition, env, env.DATABASE_URL);
  const warn = (message: string): void => new Logger('Migrations').warn(message);
  try {
    if (env.DATABASE_DIRECT_URL) {
      const direct = await connectDatabase(definition, env, env.DATABASE_DIRECT_URL);
      try {
        await migrate(direct.dataSource, { warn });
      } finally {
        await direct.dataSource.destroy();
      }
    } else await migrate(database.dataSource, { warn });
  } catch (error) {
    await database.dataSource.destroy();
    throw error;
  }
  return database;
}

async function connectDatabase(
  definition: ServiceDefinition,
  env: ServiceEnv,
  url: string,
): Promise<Database> {
  const { name } = definition;
  const factor = env.SERVICE_TIMEOUT_FACTOR;
  const dataSource = createDataSource({
    url,
    schema: name,
    entities: definition.entities,
    migrations: [...databaseMigrations, ...eventMigrations, ...definition.migrations],
    poolSize: env.DATABASE_POOL,
    timeoutFactor: factor,
  });
  const database = new Database(dataSource, name, {
    timeoutFactor: factor,
    namesStatements: !env.DATABASE_DIRECT_URL,
    caller: databaseCaller,
    lines: new Logger('Database'),
  });
  await dataSource.initialize();
  try {
    const warning = await checkRoleSettings(database, factor);
    if (warning) new Logger('Database').warn(warning);
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
  return database;
}

/** Starts the keeper of the streams, which works on the replica whose relay leads. */
function startKeeper(link: NatsLink, relay: OutboxRelay, metrics: Metrics): StreamKeeper {
  const keeper = new StreamKeeper(link, { leads: () => relay.metrics.leader });
  streamMetrics(metrics, keeper);
  keeper.start();
  return keeper;
}

function readinessOf(database: Database): ReadinessRegistry {
  const readiness = new ReadinessRegistry();
  readiness.add({ name: 'database', check: () => database.ping().then(() => null) });
  return readiness;
}
