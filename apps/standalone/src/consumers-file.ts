import { SNAPSHOTS } from '@plaudit/contracts';
import type { ServiceDefinition } from '@plaudit/runtime';

/** The path from the root of the repository. */
export const CONSUMERS_PATH = 'libs/contracts/src/generated/consumers.ts';

/**
 * Returns the content of `libs/contracts/src/generated/consumers.ts`: the nouns that each service declares to consume, and
 * those of which it handles snapshots. The topology command, the permissions of NATS and the documents need those of all
 * services, and cannot import the services.
 */
export function consumersFile(definitions: readonly ServiceDefinition[]): string {
  const entries = definitions
    .filter(({ consumes = [] }) => consumes.length > 0)
    .map((definition) => {
      const { name, consumes = [] } = definition;
      return `  { service: '${name}', consumes: ${listOf(consumes)}, snapshots: ${listOf(snapshotsOf(definition))} },`;
    });
  return [
    '// Generated from the service.ts and the handlers of each service by `npm run generate`; edits are lost.',
    "import type { Noun } from '../catalogue';",
    "import type { ServiceName } from '../services';",
    '',
    'interface Consumer {',
    '  service: ServiceName;',
    '  consumes: readonly Noun[];',
    '  /** The nouns of whose snapshots the service has a handler. */',
    '  snapshots: readonly Noun[];',
    '}',
    '',
    'export const CONSUMERS: readonly Consumer[] = [',
    ...entries,
    '];',
    '',
  ].join('\n');
}

function listOf(nouns: readonly string[]): string {
  return `[${nouns.map((noun) => `'${noun}'`).join(', ')}]`;
}

function snapshotsOf(definition: ServiceDefinition): string[] {
  const { consumes = [] } = definition;
  const handled = handledPatterns(definition);
  return consumes.filter((noun) =>
    SNAPSHOTS.some((snapshot) => snapshot.noun === noun && handled.includes(snapshot.pattern)),
  );
}

type Class = { prototype: Record<string, object> };

/** Returns the patterns of the events that a service has handlers of, from the metadata that Nest reads. */
function handledPatterns({ module }: ServiceDefinition): string[] {
  const controllers = (Reflect.getMetadata('controllers', module) ?? []) as Class[];
  return controllers.flatMap(({ prototype }) =>
    Object.getOwnPropertyNames(prototype).flatMap(
      (method) =>
        (Reflect.getMetadata('microservices:pattern', Reflect.get(prototype, method) as object) as
          string[] | undefined) ?? [],
    ),
  );
}
