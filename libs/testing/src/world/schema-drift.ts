import type { ServiceDefinition } from '@plaudit/runtime';
import type { World } from './world';

/**
 * Returns the statements that would make the service's tables match its entities. The list is empty if the migrations
 * already make them match.
 */
export async function schemaDrift(world: World, { name, entities }: ServiceDefinition): Promise<string[]> {
  const { createDataSource, drift } = await import('@plaudit/database');
  const dataSource = createDataSource({
    url: world.databaseUrl(name),
    schema: name,
    entities,
    migrations: [],
  });
  await dataSource.initialize();
  try {
    return await drift(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
