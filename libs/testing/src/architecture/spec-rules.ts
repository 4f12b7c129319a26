import { packageOf, type Project, type SourceFile } from './project';
import type { Rule } from './rule';
import type { Import } from './syntax';

/** What a spec without I/O may use of libs/testing. The rest starts servers, processes or browsers, or connects to them. */
const HARNESS_WITHOUT_IO = [
  'buildChannel',
  'buildCollectedReview',
  'buildEvent',
  'buildPrincipal',
  'buildPublicPrincipal',
  'buildReview',
  'eventually',
  'Exposition',
  'fakeOnly',
  'RecordedLogs',
  'SeededRandom',
  'temporaryFolder',
  'writeFiles',
];

/** Modules and packages that a spec imports to start or to call something outside of its own thread. */
const IO_PACKAGES = [
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'http',
  'http2',
  'https',
  'net',
  'tls',
  'worker_threads',
  '@nestjs/core',
  '@nestjs/testing',
  '@plaudit/embedded',
  'nats',
  'nodemailer',
  'pg',
  'playwright-core',
  'undici',
];

export const plainSpecsDoNoIo: Rule = {
  name: 'a spec whose name has no part int, e2e, long or release starts no server, process or browser and opens no connection',
  check(file, project) {
    if (!/(?<!\.(int|e2e|long|release))\.spec\.ts$/.test(file.path)) return [];
    return partsOf(file, project).flatMap((part) =>
      part.imports
        .flatMap(ioOf)
        .map((what) => (part === file ? `imports ${what}` : `imports ${what} through ${part.path}`)),
    );
  },
  broken: {
    'apps/reviews/src/tags.spec.ts': "import { startWorld } from '@plaudit/testing';",
    'apps/reviews/src/clock.spec.ts': "import { execFileSync } from 'node:child_process';",
    'apps/reviews/src/mails.spec.ts': "const { createServer } = require('net');",
    'apps/reviews/src/lists.spec.ts': "import { worldOf } from './lists.suite';",
    'apps/reviews/src/lists.suite.ts': "export * from './world.suite';",
    'apps/reviews/src/world.suite.ts': "import { buildEvent, HttpClient } from '@plaudit/testing';",
    'libs/testing/src/server.spec.ts': "import { start } from './server';",
    'libs/testing/src/server.ts': "import { createServer } from 'node:http';",
  },
  guilty: [
    'apps/reviews/src/tags.spec.ts',
    'apps/reviews/src/clock.spec.ts',
    'apps/reviews/src/mails.spec.ts',
    'apps/reviews/src/lists.spec.ts',
    'libs/testing/src/server.spec.ts',
  ],
  fine: {
    'apps/reviews/src/tags.spec.ts': "import { buildReview, eventually } from '@plaudit/testing';",
    'apps/reviews/src/lists.spec.ts':
      "import type { World } from '@plaudit/testing'; import { wordsOf } from './words.suite'; import './client';",
    'apps/reviews/src/words.suite.ts': "import { readFileSync } from 'node:fs';",
    'apps/reviews/src/client.ts': "import { request } from 'node:http';",
    'apps/reviews/src/tags.int.spec.ts': "import { startWorld } from '@plaudit/testing';",
    'apps/standalone/src/tags.e2e.spec.ts': "import { launchBrowser } from '@plaudit/testing';",
    'apps/reviews/src/chaos.long.spec.ts': "import { spawn } from 'node:child_process';",
  },
};

/** What gives a spec another form in the long tier. */
const LENGTHS = ['atLength', 'describeAtLength', 'itAtLength', 'sampleAtLength'];

export const onlyLongSpecsHaveTwoForms: Rule = {
  name: 'a spec that is longer in the long tier is named *.long.spec.ts, because that tier does not run the others',
  check(file, project) {
    if (!file.path.endsWith('.spec.ts') || file.path.endsWith('.long.spec.ts')) return [];
    return partsOf(file, project)
      .filter(({ path }) => path === file.path || path.endsWith('.suite.ts'))
      .flatMap((part) => part.imports)
      .flatMap(({ from, names }) =>
        names.filter((name) => LENGTHS.includes(name) || (name === '*' && from === '@plaudit/testing')),
      )
      .map((name) => `imports ${name}`);
  },
  broken: {
    'apps/reviews/src/tags.int.spec.ts': "import { itAtLength } from '@plaudit/testing';",
    'apps/reviews/src/lists.e2e.spec.ts': "import { eventually, sampleAtLength } from '@plaudit/testing';",
    'apps/reviews/src/walk.int.spec.ts': "import { STEPS } from './walk.suite';",
    'apps/reviews/src/walk.suite.ts': "import { atLength } from '@plaudit/testing';",
    'apps/reviews/src/all.int.spec.ts': "import * as testing from '@plaudit/testing';",
  },
  guilty: [
    'apps/reviews/src/tags.int.spec.ts',
    'apps/reviews/src/lists.e2e.spec.ts',
    'apps/reviews/src/walk.int.spec.ts',
    'apps/reviews/src/all.int.spec.ts',
  ],
  fine: {
    'apps/reviews/src/tags.long.spec.ts': "import { itAtLength } from '@plaudit/testing';",
    'apps/reviews/src/lists.int.spec.ts': "import { eventually } from '@plaudit/testing';",
  },
};

export const specsHaveTheNameOfATier: Rule = {
  name: 'a spec is named *.spec.ts, because no tier runs another name',
  check: ({ path }) =>
    /\.(spec|test)s?\.([^/]*\.)?ts$/.test(path) && !path.endsWith('.spec.ts') ? ['is run by no tier'] : [],
  broken: {
    'apps/reviews/src/tags.test.ts': "it('works', () => {});",
    'apps/reviews/src/tags.spec.int.ts': "it('works', () => {});",
  },
  fine: {
    'apps/reviews/src/tags.service.spec.ts': "it('works', () => {});",
    'apps/reviews/src/tags.int.spec.ts': "it('works', () => {});",
    'apps/reviews/src/test-run.ts': '',
  },
};

/** Returns a spec and what it loads of suites. A spec of the harness also loads the part of the harness that it tests. */
function partsOf(spec: SourceFile, project: Project): SourceFile[] {
  const parts = new Set([spec]);
  for (const part of parts) {
    for (const { from, typeOnly } of part.imports) {
      const target = typeOnly ? undefined : project.resolve(part, from);
      if (target && (target.path.endsWith('.suite.ts') || target.workspace === 'libs/testing'))
        parts.add(target);
    }
  }
  return [...parts];
}

/** Returns what an import brings into a spec that does I/O. */
function ioOf({ from, names, typeOnly }: Import): string[] {
  if (typeOnly) return [];
  if (from === '@plaudit/testing') return names.filter((name) => !HARNESS_WITHOUT_IO.includes(name));
  return IO_PACKAGES.includes(packageOf(from.replace(/^node:/, ''))) ? [from] : [];
}
