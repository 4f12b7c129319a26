import type { ClientBase } from 'pg';
import {
  DataSource,
  type EntityTarget,
  type Logger,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';
import { DatabaseClient } from './database-client';

export type EntityClass = EntityTarget<ObjectLiteral> & (new () => object);
export type MigrationClass = new () => MigrationInterface;

export interface DataSourceSettings {
  url: string;
  schema: string;
  entities: readonly EntityClass[];
  migrations: readonly MigrationClass[];
  /** The maximum number of connections of this process. Default 5. */
  poolSize?: number;
  applicationName?: string;
  /** The limit of a statement for which the transaction sets no other. Default: that of the role. */
  statementTimeoutMs?: number;
}

const ignore = (): void => {};

/** TypeORM throws every failure. Its own loggers would also print it, as plain text between our JSON lines. */
const SILENT: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

/** A host that vanished is noticed after 20 s: 10 s of silence, then ten probes, one per second. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Planner settings. On solid state disks and in memory, a random page costs about as much as the next one. With its
 * default of 4, Postgres collects and sorts all rows of a tenant where an index has the first page in order. JIT
 * compilation costs more than it saves on statements as short as ours.
 */
const PLANNER = '-c random_page_cost=1.1 -c jit=off';

/**
 * Creates the data source of one service's schema. The search path is that schema, then `public` for extensions. The
 * server ends a transaction that is idle for 30 s, because an open transaction holds back the outbox.
 */
export function createDataSource(settings: DataSourceSettings): DataSource {
  const limit = settings.statementTimeoutMs ? ` -c statement_timeout=${settings.statementTimeoutMs}` : '';
  return new DataSource({
    type: 'postgres',
    url: settings.url,
    schema: settings.schema,
    entities: [...settings.entities],
    migrations: [...settings.migrations],
    migrationsTableName: 'migrations',
    synchronize: false,
    logging: false,
    logger: SILENT,
    installExtensions: false,
    // bigint ids are JSON numbers in the API. Identities never come near 2^53.
    parseInt8: true,
    poolSize: settings.poolSize ?? 5,
    connectTimeoutMS: 5_000,
    applicationName: settings.applicationName ?? `plaudit-${settings.schema}`,
    extra: {
      Client: DatabaseClient,
      // While the pool hands a connection out, nobody listens for its errors, and an unhandled 'error' event ends the
      // process. The caller gets the error from its next statement.
      onConnect: (client: ClientBase) => client.on('error', ignore),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      options: `-c search_path=${settings.schema},public -c idle_in_transaction_session_timeout=30000 -c timezone=UTC ${PLANNER}${limit}`,
    },
  });
}
