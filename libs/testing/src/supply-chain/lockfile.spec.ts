import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { differences, type Lockfile, missingOptionals, unsafeEntries, withoutIncomplete } from './lockfile';

const ROOT = join(__dirname, '..', '..', '..', '..');

const BOTH = { '@b/linux': '1.0.0', '@b/darwin': '1.0.0' };
const COMPLETE: Lockfile = {
  packages: {
    '': {},
    'libs/testing': {},
    'libs/testing/node_modules/b': { version: '1.0.0', optionalDependencies: BOTH },
    'libs/testing/node_modules/b/node_modules/@b/linux': { version: '1.0.0' },
    'node_modules/@b/darwin': { version: '1.0.0' },
    'node_modules/c': { version: '2.0.0' },
  },
};

/** Returns the complete lockfile without one package. */
function without(path: string): Lockfile {
  const { [path]: _left, ...packages } = COMPLETE.packages;
  return { packages };
}

describe('package-lock.json', () => {
  const lockfile = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;

  it('has the optional packages of every package, so that npm ci works on every system', () => {
    expect(Object.keys(lockfile.packages).length).toBeGreaterThan(500);
    expect(missingOptionals(lockfile)).toEqual([]);
  });

  it('has the checksum of every package and names no host', () => {
    expect(unsafeEntries(lockfile)).toEqual([]);
  });
});

describe('missingOptionals', () => {
  it('looks for a package where Node looks for it', () => {
    expect(missingOptionals(COMPLETE)).toEqual([]);
  });

  it.each([
    ['node_modules/@b/darwin', '@b/darwin'],
    ['libs/testing/node_modules/b/node_modules/@b/linux', '@b/linux'],
  ])('reports that %s is absent', (path, name) => {
    expect(missingOptionals(without(path))).toEqual([{ of: 'libs/testing/node_modules/b', name }]);
  });
});

describe('unsafeEntries', () => {
  it('reports a package without checksum and one with a host, and no workspace', () => {
    const resolved = 'https://registry.example/a.tgz';
    const packages = {
      'apps/ai': {},
      'node_modules/@plaudit/ai': { link: true, resolved: 'apps/ai' },
      'node_modules/a': { resolved, integrity: 'sha512-x' },
      'node_modules/b': {},
    };
    expect(unsafeEntries({ packages })).toEqual([
      'node_modules/a: names a host',
      'node_modules/b: has no integrity',
    ]);
  });
});

describe('withoutIncomplete', () => {
  it('removes a package that lacks binaries and those that it has, and nothing else', () => {
    const { packages } = withoutIncomplete(without('node_modules/@b/darwin'));
    expect(Object.keys(packages)).toEqual(['', 'libs/testing', 'node_modules/c']);
    expect(withoutIncomplete(COMPLETE)).toEqual(COMPLETE);
  });
});

describe('differences', () => {
  it('names every package that was added, removed or changed', () => {
    const after: Lockfile = {
      packages: { ...without('node_modules/@b/darwin').packages, 'node_modules/c': { version: '2.1.0' } },
    };
    expect(differences(COMPLETE, after)).toEqual([
      'node_modules/@b/darwin: 1.0.0 -> absent',
      'node_modules/c: 2.0.0 -> 2.1.0',
    ]);
  });
});
