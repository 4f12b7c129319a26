import type { Type } from '@nestjs/common';
import type { ServiceName } from '@plaudit/contracts';
import type { EntityClass, MigrationClass } from '@plaudit/database';
import type { ServiceEnv } from '../env/service-env';

/** All that a process needs to know to run a service, alone or beside the others. */
export interface ServiceDefinition {
  /** Also the name of its schema and of its `<NAME>_URL`. */
  name: ServiceName;
  summary: string;
  env: new () => ServiceEnv;
  /** The composition root: every provider of the service listed by hand. */
  module: Type;
  entities: readonly EntityClass[];
  /** The service's own migrations in order; the tables of libs/database and libs/events come first by themselves. */
  migrations: readonly MigrationClass[];
}

export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition;
}
