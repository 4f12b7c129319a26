import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { createDataSource, Database } from '@plaudit/database';
import { Metrics, ReadinessRegistry, watchPool } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { GATEWAY_ENTITIES } from '../gateway.entities';

/** A look-up reads a few rows by index, so two connections serve thousands in a second. */
const CONNECTIONS = 2;

/**
 * Database connections for looking up API keys and the sessions of API requests, and for the readiness check, and for nothing
 * else. Sign-in pages and other operations may take all other connections of the gateway. Requests are still authenticated
 * then, so the gateway stays ready.
 */
@Injectable()
export class KeyLookUpsClient implements OnModuleInit, OnApplicationShutdown {
  readonly database: Database;

  constructor(env: GatewayEnv, readiness: ReadinessRegistry, metrics: Metrics) {
    const dataSource = createDataSource({
      url: env.DATABASE_URL,
      schema: 'gateway',
      entities: GATEWAY_ENTITIES,
      migrations: [],
      poolSize: CONNECTIONS,
      timeoutFactor: env.SERVICE_TIMEOUT_FACTOR,
      applicationName: 'plaudit-gateway-keys',
    });
    this.database = new Database(dataSource, 'gateway', {
      timeoutFactor: env.SERVICE_TIMEOUT_FACTOR,
      namesStatements: !env.DATABASE_DIRECT_URL,
    });
    watchPool(metrics, 'keys', this.database);
    readiness.add({ name: 'database', check: () => this.database.ping().then(() => null) });
  }

  async onModuleInit(): Promise<void> {
    await this.database.dataSource.initialize();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.dataSource.destroy();
  }
}
