import { createDataSource, Database } from '@plaudit/database';
import { GATEWAY_ENTITIES } from './gateway.entities';
import type { GatewayWorld } from './gateway-world.suite';

/** Opens the schema of a running gateway for the parts that a spec makes itself. End it with `dataSource.destroy()`. */
export async function openGatewayDatabase({ world }: GatewayWorld, poolSize?: number): Promise<Database> {
  const url = world.databaseUrl('gateway');
  const dataSource = createDataSource({
    url,
    schema: 'gateway',
    entities: GATEWAY_ENTITIES,
    migrations: [],
    poolSize,
  });
  await dataSource.initialize();
  return new Database(dataSource, 'gateway');
}
