import { builtinModules } from 'node:module';

import { pathBackTo } from './circles';
import { packageOf, type Project, type SourceFile } from './project';
import type { Rule } from './rule';
import { dottedName, nodesIn, type SyntaxNode, textOf } from './syntax';

const ALL_LIBS = [
  'contracts',
  'database',
  'events',
  'runtime',
  'queue',
  'outbound',
  'embedded',
  'testing',
  'client',
];

/** The libs that each lib may import. A new lib needs a decision in docs/decisions.md. */
const LIB_IMPORTS: Readonly<Record<string, readonly string[]>> = {
  contracts: [],
  embedded: [],
  client: ['contracts'],
  database: ['contracts'],
  outbound: ['contracts'],
  events: ['contracts', 'database'],
  runtime: ['contracts', 'database', 'events', 'outbound'],
  queue: ['database', 'events', 'runtime'],
  testing: ALL_LIBS,
};

/** The packages that contracts may import. Every service and client loads them. */
const CONTRACTS_IMPORTS = ['class-validator', 'class-transformer', 'reflect-metadata'];

function nameOf(file: SourceFile): string {
  return file.workspace.split('/')[1] ?? '';
}

function plauditImports(file: SourceFile): string[] {
  return file.imports.map(({ from }) => packageOf(from)).filter((name) => name.startsWith('@plaudit/'));
}

export const noServiceImportsAnother: Rule = {
  name: 'no service imports another; only standalone knows them',
  check(file) {
    if (!file.workspace.startsWith('apps/') || nameOf(file) === 'standalone') return [];
    const allowed = new Set([...ALL_LIBS, nameOf(file)].map((name) => `@plaudit/${name}`));
    return plauditImports(file)
      .filter((name) => !allowed.has(name))
      .map((name) => `imports ${name}`);
  },
  broken: { 'apps/reviews/src/a.ts': "import { channelsService } from '@plaudit/channels';" },
  fine: {
    'apps/reviews/src/a.ts': "import { Outbox } from '@plaudit/events';",
    'apps/standalone/src/a.ts': "import { channelsService } from '@plaudit/channels';",
  },
};

export const libsFormLayers: Rule = {
  name: 'a lib imports only the libs below it, and there are nine libs',
  check(file) {
    if (!file.workspace.startsWith('libs/')) return [];
    const allowed = LIB_IMPORTS[nameOf(file)];
    if (!allowed) return ['is in a lib that docs/decisions.md does not name'];
    const harness = file.isTest ? ['testing', 'embedded'] : [];
    return plauditImports(file)
      .filter((name) => ![...allowed, ...harness].includes(name.replace('@plaudit/', '')))
      .map((name) => `imports ${name}`);
  },
  broken: {
    'libs/database/src/a.ts': "import { Outbox } from '@plaudit/events';",
    'libs/common/src/a.ts': 'export const a = 1;',
  },
  fine: {
    'libs/events/src/a.ts': "import { Database } from '@plaudit/database';",
    'libs/events/src/a.spec.ts': "import { eventually } from '@plaudit/testing';",
  },
};

export const contractsImportOnlyValidation: Rule = {
  name: 'contracts imports nothing but validation',
  check(file) {
    // Services do not load the generator of the committed documents.
    const isGenerator = file.path.startsWith('libs/contracts/src/generate/');
    if (file.workspace !== 'libs/contracts' || file.isTest || isGenerator) return [];
    return file.imports
      .filter(({ from }) => !from.startsWith('.') && !CONTRACTS_IMPORTS.includes(from))
      .map(({ from }) => `imports ${from}`);
  },
  broken: { 'libs/contracts/src/a.ts': "import { Injectable } from '@nestjs/common';" },
  fine: { 'libs/contracts/src/a.ts': "import { IsInt } from 'class-validator';" },
};

export const testingIsForTests: Rule = {
  name: 'only specs import the test harness',
  check(file) {
    if (file.isTest || file.workspace === 'libs/testing') return [];
    return plauditImports(file).filter((name) => name === '@plaudit/testing');
  },
  broken: { 'apps/reviews/src/a.ts': "import { eventually } from '@plaudit/testing';" },
  fine: { 'apps/reviews/src/a.int.spec.ts': "import { eventually } from '@plaudit/testing';" },
};

export const noDeepImports: Rule = {
  name: 'a workspace is imported through what its package.json exports and never by another path inside it',
  check(file, project) {
    return file.imports
      .filter(({ from }) => {
        if (from.startsWith('@plaudit/')) return from !== packageOf(from) && !isExported(from, project);
        const target = project.resolve(file, from);
        return target !== undefined && target.workspace !== file.workspace;
      })
      .map(({ from }) => `imports ${from}`);
  },
  broken: {
    'apps/reviews/src/a.ts': "import { Outbox } from '@plaudit/events/src/outbox/outbox';",
    'apps/widgets/src/b.ts': "import { a } from '../../reviews/src/a';",
  },
  fine: {
    'libs/runtime/package.json': '{"exports":{"./content":"./dist/content/index.js"}}',
    'apps/reviews/src/a.ts': "import { webUrl } from '@plaudit/runtime/content';",
    'apps/reviews/src/b.ts': "import { a } from './c';",
    'apps/reviews/src/c.ts': 'export const a = 1;',
  },
};

/** Returns true for a part of a workspace that its package.json exports by name, such as `@plaudit/runtime/content`. */
function isExported(from: string, project: Project): boolean {
  const name = packageOf(from);
  return ['libs/', 'apps/'].some((folder) => {
    const exported = project.manifest(name.replace('@plaudit/', folder)).exports ?? {};
    return from.replace(name, '.') in exported;
  });
}

const BUILT_IN = new Set(builtinModules);

/** npm hoists packages, so an undeclared import works in the repository and fails in the image of a single service. */
export const importsAreDeclared: Rule = {
  name: 'every package a workspace imports is declared in its own package.json',
  check(file, project) {
    const declared = declaredFor(file, project);
    return file.imports
      .map(({ from }) => packageOf(from))
      .filter((name) => !name.startsWith('.') && !name.startsWith('node:') && !BUILT_IN.has(name))
      .filter((name) => !declared.has(name))
      .map((name) => `imports ${name}, which ${file.workspace}/package.json does not name`);
  },
  broken: {
    'apps/reviews/package.json': '{"dependencies":{"@plaudit/events":"*"}}',
    'apps/reviews/src/a.ts': "import { LRUCache } from 'lru-cache';",
  },
  fine: {
    'package.json': '{"devDependencies":{"fast-check":"4"}}',
    'apps/reviews/package.json': '{"dependencies":{"lru-cache":"11"}}',
    'apps/reviews/src/a.ts': "import { LRUCache } from 'lru-cache'; import { join } from 'node:path';",
    'apps/reviews/src/a.spec.ts':
      "import fc from 'fast-check'; import { eventually } from '@plaudit/testing';",
  },
};

/**
 * Specs may use the tools of the root and libs/testing. No manifest names libs/testing, because it depends on the libs
 * whose specs use it, and the packages would form a cycle.
 */
function declaredFor(file: SourceFile, project: Project): Set<string> {
  const own = project.manifest(file.workspace);
  const names = [own.dependencies, own.optionalDependencies, own.peerDependencies];
  if (file.isTest)
    names.push(own.devDependencies, project.manifest('').devDependencies, { '@plaudit/testing': '*' });
  return new Set(names.flatMap((group) => Object.keys(group ?? {})));
}

export const noCycles: Rule = {
  name: 'no file imports itself through others',
  check(file, project) {
    const cycle = pathBackTo(file, (one) => importedFiles(one, project));
    return cycle ? [`imports itself through ${cycle.map(({ path }) => path).join(' -> ')}`] : [];
  },
  broken: {
    'apps/reviews/src/a.ts': "import { b } from './b';",
    'apps/reviews/src/b.ts': "export { c as b } from './c';",
    'apps/reviews/src/c.ts': "import type { a } from './a';",
  },
  fine: {
    'apps/reviews/src/a.ts': "import { b } from './b';",
    'apps/reviews/src/b.ts': 'export const b = 1;',
  },
};

function importedFiles(file: SourceFile, project: Project): SourceFile[] {
  return file.imports.map(({ from }) => project.resolve(file, from)).filter((target) => target !== undefined);
}

/** The name of a setting, such as `SMTP_URL`, inside a sentence. A code such as `NOT_FOUND` stands alone. */
const SETTING_IN_SENTENCE = /\s.*\b[A-Z]{2,}(?:_[A-Z\d]+)+\b|\b[A-Z]{2,}(?:_[A-Z\d]+)+\b.*\s/s;
const CLIENT_ERRORS = ['ApiError', 'CrawlError'];

/** Tenants are not the operator. Logs, the docs and the health check name settings. */
export const errorsForClientsNameNoSetting: Rule = {
  name: 'an error for a client names no setting of the operator',
  check(file) {
    if (file.isTest) return [];
    return file.nodes
      .filter(
        ({ type, callee }) => type === 'NewExpression' && CLIENT_ERRORS.includes(dottedName(callee) ?? ''),
      )
      .flatMap((error) => nodesIn(error['arguments']))
      .concat(file.nodes.filter(isMessage).flatMap(({ init }) => nodesIn(init)))
      .flatMap((node) => textOf(node) ?? [])
      .filter((text) => SETTING_IN_SENTENCE.test(text))
      .map((text) => `shows clients "${text}"`);
  },
  broken: {
    'apps/ai/src/a.service.ts': "throw new ApiError('plan_feature_missing', 'AI_API_KEY is not set.');",
    'apps/channels/src/b.ts': "throw new CrawlError('NOT_FOUND', `${label} needs YELP_API_KEY.`, {});",
    'apps/gateway/src/c.ts':
      "const msg = 'Set SMTP_URL to send mails.'; throw new ApiError('forbidden', msg);",
  },
  fine: {
    'apps/ai/src/a.service.ts':
      "throw new ApiError('plan_feature_missing', 'The operator has set up no provider.');",
    'apps/channels/src/b.ts': "throw new CrawlError('NOT_FOUND', `${MAX_PAGES} pages are read at most.`);",
    'apps/gateway/src/c.ts': "throw new Error('SMTP_URL must be a URL');",
  },
};

function isMessage({ type, id }: SyntaxNode): boolean {
  return type === 'VariableDeclarator' && dottedName(id) === 'msg';
}
