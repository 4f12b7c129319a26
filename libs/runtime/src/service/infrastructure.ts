import { Logger, type Provider } from '@nestjs/common';
import { type ServiceName, STREAM_KEEPER } from '@plaudit/contracts';
import {
  checkRoleSettings,
  createDataSource,
  Database,
  databaseMigrations,
  IdempotencyKeys,
  migrate,
  type MigrationStep,
  type ResponseSeal,
  type StatementTrace,
  untilReachable,
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
import type { StartupStep } from '../health/startup';
import { buildInfo } from '../metrics/build-info';
import { linkMetrics, relayMetrics } from '../metrics/bus-metrics';
import { streamMetrics } from '../metrics/stream-metrics';
import { Metrics } from '../metrics/metrics';
import { watchPool } from '../metrics/pool-metrics';
import { ApiDescription } from '../openapi/api-description';
import { PrincipalVerifier } from '../principal/principal-token';
import { placeIn, responsesColumn } from '../sealed-column';
import { Secrets } from '../secrets';
import { Clock, Randomness } from '../clock-and-randomness';
import { databaseCaller } from './database-caller';
import type { ServiceDefinition } from './define-service';
import { runAll } from './run-all';
import { sharedProviders } from './shared-providers';
import { eventSpans } from '../tracing/event-spans';
import { statementSpans } from '../tracing/statement-spans';
import { Tracing } from '../tracing/tracing';

/** The connections and shared providers of a service. They open before its application and close after it. */
export interface Infrastructure {
  /** The shared providers for the application. */
  providers: Provider[];
  link: NatsLink;
  database: Database;
  metrics: Metrics;
  readiness: ReadinessRegistry;
  tracing: Tracing;
  close(): Promise<void>;
}

const FIRST_ATTEMPT_MS = 2_000;

/**
 * Connects, migrates and starts the relay. If NATS is down, the service still starts and events wait in the outbox. Calls
 * `report` with each step.
 */
export async function openInfrastructure(
  definition: ServiceDefinition,
  env: ServiceEnv,
  settings: Settings,
  report: (step: StartupStep) => void,
): Promise<Infrastructure> {
  const tracing = await Tracing.open(definition.name, env);
  const statements = statementSpans(tracing, env.DATABASE_URL, definition.name);
  const database = await openDatabase(definition, env, report, statements);
  report('connecting to NATS');
  const link = await openLink(definition, env, database);
  const trace = eventSpans(tracing);
  const { name: schema } = definition;
  const relay = new OutboxRelay(link, { database, databaseUrl: sessionUrl(env), schema, trace });
  const secrets = new Secrets(env.SECRETS_KEY, env.SECRETS_KEY_PREVIOUS);
  const client = new ServiceClient(settings, { timeoutFactor: env.SERVICE_TIMEOUT_FACTOR, tracing });
  const metrics = metricsOf(definition, env, { database, link, relay });
  const readiness = readinessOf(database, link);
  relay.start();
  const keeper = definition.name === STREAM_KEEPER ? startKeeper(link, relay, metrics) : null;
  const providers = sharedProviders(definition, {
    env,
    database,
    link,
    client,
    metrics,
    readiness,
    idempotencyKeys: new IdempotencyKeys(database, responseSeal(schema, secrets)),
    outbox: new Outbox({ service: schema, wake: () => relay.wake(), trace }),
    inbox: new Inbox(database),
    clock: new Clock(),
    randomness: new Randomness(),
    secrets,
    verifier: new PrincipalVerifier(env.PRINCIPAL_PUBLIC_KEYS, definition.name),
    apiDescription: new ApiDescription(definition),
    tracing,
  });
  const close = (): Promise<void> =>
    runAll([
      async () => keeper?.stop(),
      () => relay.stop(),
      () => link.close(),
      () => client.close(),
      () => database.dataSource.destroy(),
      () => tracing.close(),
    ]);
  return { providers, link, database, metrics, readiness, tracing, close };
}

function responseSeal(service: ServiceName, secrets: Secrets): ResponseSeal {
  const column = responsesColumn(service);
  return {
    encrypt: (text, rowId) => secrets.encrypt(text, placeIn(column, rowId)),
    decrypt: (encrypted, rowId) => secrets.decrypt(encrypted, placeIn(column, rowId)),
  };
}

interface Connections {
  database: Database;
  link: NatsLink;
  relay: OutboxRelay;
}

function metricsOf(
  { name }: ServiceDefinition,
  env: ServiceEnv,
  { database, link, relay }: Connections,
): Metrics {
  const metrics = new Metrics(name);
  buildInfo(metrics, env);
  watchPool(metrics, 'main', database);
  linkMetrics(metrics, link);
  relayMetrics(metrics, relay);
  return metrics;
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

/** Waits for Postgres, checks the role and migrates, on a session of Postgres itself if DATABASE_URL leads to a pooler. */
async function openDatabase(
  definition: ServiceDefinition,
  env: ServiceEnv,
  report: (step: StartupStep) => void,
  trace: StatementTrace | undefined,
): Promise<Database> {
  report('connecting to the database');
  const reach = (url: string, spans?: StatementTrace): Promise<Database> =>
    untilReachable(() => connectDatabase(definition, env, url, spans), new Logger('Database'));
  const database = await reach(env.DATABASE_URL, trace);
  const logger = new Logger('Migrations');
  const options = {
    warn: (message: string): void => logger.warn(message),
    report: (step: MigrationStep): void => {
      report(step);
      if (step === 'waiting for the migration lock')
        logger.log('Found the migration lock taken by another replica');
    },
  };
  try {
    if (env.DATABASE_DIRECT_URL) {
      const direct = await reach(env.DATABASE_DIRECT_URL);
      try {
        await migrate(direct.dataSource, options);
      } finally {
        await direct.dataSource.destroy();
      }
    } else await migrate(database.dataSource, options);
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
  trace?: StatementTrace,
): Promise<Database> {
  const { name } = definition;
  const factor = env.SERVICE_TIMEOUT_FACTOR;
  const dataSource = createDataSource({
    url,
    schema: name,
    entities: definition.entities,
    migrations: [...databaseMigrations, ...eventMigrations, ...definition.migrations],
    poolSize: env.DATABASE_POOL,
    trace,
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

/** A server that is away does not make a service unready, but one that refuses the service does: it never repairs itself. */
function readinessOf(database: Database, link: NatsLink): ReadinessRegistry {
  const readiness = new ReadinessRegistry();
  readiness.add({ name: 'database', check: () => database.ping().then(() => null) });
  readiness.add({ name: 'nats', check: () => Promise.resolve(link.refusal) });
  return readiness;
}
