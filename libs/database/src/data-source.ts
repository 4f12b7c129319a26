import pg, { type ClientBase, escapeIdentifier } from 'pg';
import {
  DataSource,
  type EntityTarget,
  type Logger,
  type MigrationInterface,
  type ObjectLiteral,
} from 'typeorm';
import { DatabaseClient } from './database-client';
import type { StatementTrace } from './statement-trace';
import { roleSettings, setStatements } from './provisioning/role-settings';
import { roleLimits } from './statement-limits';

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
  /** Multiplies the 5 s within which a connection is established. Default 1. */
  timeoutFactor?: number;
  /**
   * Sets in every session what the role of a service has as settings. For the role of an administrator, which has none. The
   * URL must not lead to a pooler of transactions.
   */
  setSession?: boolean;
  /** Records the statements. Default: none are recorded. */
  trace?: StatementTrace;
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

const CONNECT_TIMEOUT_MS = 5_000;

/** Connections that stay open when idle. A new one costs a SCRAM handshake, which periodic work would pay each time. */
const KEPT_CONNECTIONS = 2;

/** A host that vanished is noticed after 20 s: 10 s of silence, then ten probes, one per second. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Creates the data source of one service's schema. The settings of its sessions are those of the role (`roleSettings`), so it
 * works behind a pooler of transactions too.
 */
export function createDataSource(settings: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    // TypeORM looks for it by a name that no bundle can follow.
    driver: pg,
    url: settings.url,
    schema: settings.schema,
    entities: [...settings.entities],
    migrations: [...settings.migrations],
    migrationsTableName: 'migrations',
    synchronize: false,
    // A forgotten value must not match every row.
    invalidWhereValuesBehavior: { null: 'throw', undefined: 'throw' },
    logging: false,
    logger: SILENT,
    installExtensions: false,
    // bigint ids are JSON numbers in the API. Identities never come near 2^53.
    parseInt8: true,
    poolSize: settings.poolSize ?? 5,
    connectTimeoutMS: CONNECT_TIMEOUT_MS * (settings.timeoutFactor ?? 1),
    applicationName: settings.applicationName ?? `plaudit-${settings.schema}`,
    extra: {
      Client: DatabaseClient,
      min: KEPT_CONNECTIONS,
      // The pool passes it to each new client.
      trace: settings.trace,
      // While the pool hands a connection out, nobody listens for its errors, and an unhandled 'error' event ends the
      // process. The caller gets the error from its next statement.
      onConnect: async (client: ClientBase) => {
        client.on('error', ignore);
        if (settings.setSession) await client.query(sessionSql(settings.schema));
      },
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    },
  });
}

function sessionSql(schema: string): string {
  return setStatements(roleSettings(escapeIdentifier(schema), roleLimits(1)));
}
