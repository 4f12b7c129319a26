import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DURABLES, durablesOf, SNAPSHOTS } from '@plaudit/contracts';
import { CONSUMERS_PATH, consumersFile } from './consumers-file';
import { REPOSITORY } from './deploy/compose.suite';
import { ALL_SERVICES } from './services';

describe('the consumers of the topology', () => {
  it('are those that `npm run generate` writes from the definitions of the services', () => {
    expect(readFileSync(join(REPOSITORY, CONSUMERS_PATH), 'utf8')).toBe(consumersFile(ALL_SERVICES));
  });

  it('have the durables that the services use', () => {
    const used = ALL_SERVICES.flatMap(({ name, consumes = [] }) => durablesOf(name, consumes));
    expect(DURABLES).toEqual(used);
  });
});

describe('snapshots', () => {
  it('are read by the service that owns the noun', () => {
    const owners = ALL_SERVICES.flatMap(({ name, snapshots = [] }) =>
      snapshots.map(({ definition }) => `${definition.pattern} of ${name}`),
    );
    expect(owners.toSorted()).toEqual(
      SNAPSHOTS.map(({ pattern, producer }) => `${pattern} of ${producer}`).toSorted(),
    );
  });
});
