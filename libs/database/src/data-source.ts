import type { ClientBase } from 'pg';
import {
  DataSource,
  type EntityTarget,
  type Logger,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';

export type EntityClass = EntityTarget<ObjectLiteral> & (new () => object);
export type MigrationClass = new () => MigrationInterface;

export interface DataSourceSettings {
  url: string;
  schema: string;
  entities: readonly EntityClass[];
  migrations: readonly MigrationClass[];
  /** Connections this process may hold; default 5. */
  poolSize?: number;
  applicationName?: string;
}

const ignore = (): void => {};

/** Whatever fails is thrown; TypeORM's own loggers would print it besides, in the middle of JSON lines. */
const SILENT: Logger = {
  log: ignore,
  logMigration: ignore,
  logQuery: ignore,
  logQueryError: ignore,
  logQuerySlow: ignore,
  logSchemaBuild: ignore,
};

/** A host that vanished without a word is noticed 20 s after its last one: Node then probes each second, ten times. */
const KEEP_ALIVE_MS = 10_000;

/**
 * What plans go by. On solid disks and in memory a page costs much the same wherever it lies; Postgres' own 4 makes it
 * collect and sort whole tenants where an index has the first page in order. Compiling a statement never pays here.
 */
const PLANNER = '-c random_page_cost=1.1 -c jit=off';

/**
 * A connection to one service's schema. Its search path is that schema, then `public` (extensions); a transaction
 * that sits idle for 30 s is ended by the server, because it would hold back the outbox.
 */
export function createDataSource(settings: DataSourceSettings): DataSource {
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
    // bigint ids are JSON numbers everywhere; identities never come near 2^53.
    parseInt8: true,
    poolSize: settings.poolSize ?? 5,
    connectTimeoutMS: 5_000,
    applicationName: settings.applicationName ?? `plaudit-${settings.schema}`,
    extra: {
      // Between the pool and who asked it for a connection nobody listens for its end, and an unheard error ends the
      // process. Whoever holds the connection hears of it from the next statement.
      onConnect: (client: ClientBase) => client.on('error', ignore),
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      options: `-c search_path=${settings.schema},public -c idle_in_transaction_session_timeout=30000 -c timezone=UTC ${PLANNER}`,
    },
  });
}
