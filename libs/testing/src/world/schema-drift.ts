import type { ServiceDefinition } from '@plaudit/runtime';
import type { World } from './world';

/** The statements that would make the service's tables what its entities describe; none when the migrations did it. */
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
