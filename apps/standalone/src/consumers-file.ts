import type { ServiceDefinition } from '@plaudit/runtime';

/** The path from the root of the repository. */
export const CONSUMERS_PATH = 'libs/contracts/src/generated/consumers.ts';

/**
 * Returns the content of `libs/contracts/src/generated/consumers.ts`: the nouns that each service declares to consume. The
 * topology command, the permissions of NATS and the documents need those of all services, and cannot import the services.
 */
export function consumersFile(definitions: readonly ServiceDefinition[]): string {
  const entries = definitions
    .filter(({ consumes = [] }) => consumes.length > 0)
    .map(({ name, consumes = [] }) => {
      const nouns = consumes.map((noun) => `'${noun}'`).join(', ');
      return `  { service: '${name}', consumes: [${nouns}] },`;
    });
  return [
    '// Generated from the service.ts of each service by `npm run generate`; edits are lost.',
    "import type { Noun } from '../catalogue';",
    "import type { ServiceName } from '../services';",
    '',
    'export const CONSUMERS: readonly { service: ServiceName; consumes: readonly Noun[] }[] = [',
    ...entries,
    '];',
    '',
  ].join('\n');
}
