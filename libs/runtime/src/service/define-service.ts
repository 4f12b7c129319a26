import type { Type } from '@nestjs/common';
import type { Noun, ServiceName } from '@plaudit/contracts';
import type { EntityClass, MigrationClass } from '@plaudit/database';
import type { SnapshotSource } from '@plaudit/events';
import type { ServiceEnv } from '../env/service-env';
import type { ApiDocument } from '../openapi/api-document';
import { responsesColumn, type SealedColumn } from '../sealed-column';

/** What a process needs to run a service, alone or together with others. */
export interface ServiceDefinition {
  /** Also the name of its database schema and, in upper case, of its `<NAME>_URL`. */
  name: ServiceName;
  summary: string;
  env: new () => ServiceEnv;
  /** The composition root, which lists every provider of the service. */
  module: Type;
  /** The nouns whose events the service handles. It has one durable for each. Default: none. */
  consumes?: readonly Noun[];
  /** How many events of each durable it handles at the same time; default 16. Those of one record are handled one by one. */
  lanes?: number;
  entities: readonly EntityClass[];
  /** The service's own migrations in order. Those of libs/database and libs/events always run first. */
  migrations: readonly MigrationClass[];
  /** The service's own columns with encrypted values, which `npm run secrets:reseal` encrypts again after a rotation. */
  sealed?: readonly SealedColumn[];
  /** Returns the target whose handler a request gets, for targets with a second spelling. Default: its own, with or without a slash at its end. */
  routedTarget?: (target: string) => string;
  /** The nouns whose records `npm run events:snapshot` can send to another service. */
  snapshots?: readonly SnapshotSource[];
  /** Adds to the OpenAPI document what decorators cannot express. Must not change its argument. */
  describe?: (document: ApiDocument) => ApiDocument;
}

export function defineService(definition: ServiceDefinition): ServiceDefinition {
  return definition;
}

/** Returns every column of the service with encrypted values, also that of its stored responses. */
export function sealedColumns({ name, sealed = [] }: ServiceDefinition): SealedColumn[] {
  return [...sealed, responsesColumn(name)];
}
