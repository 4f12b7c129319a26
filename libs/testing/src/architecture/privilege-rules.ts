import { isBrowser } from './layer-rules';
import { packageOf, type SourceFile } from './project';
import type { Rule } from './rule';
import { argumentsOf, dottedName, literal, nodesIn, type SyntaxNode } from './syntax';

const HARNESS = /^libs\/testing\//;
const MAIN = /\/main\.ts$/;

export const onlyRepositoriesKnowTypeorm: Rule = {
  name: 'only repositories, read models, entities, migrations and libs/database import typeorm',
  check: (file) =>
    file.isTest
      ? []
      : importing(file, ['typeorm', '@nestjs/typeorm'], [/^libs\/database\//, HARNESS, ROWS, MIGRATIONS]),
  broken: { 'apps/reviews/src/tags/tags.service.ts': "import type { EntityManager } from 'typeorm';" },
  fine: { 'apps/reviews/src/tags/tag.entity.ts': "import { Entity } from 'typeorm';" },
};
const ROWS = /\.(repository|read-model|entity)\.ts$/;
const MIGRATIONS = /\/migrations\//;

export const onlyEventsKnowsNats: Rule = {
  name: 'only libs/events imports nats',
  check: (file) => importing(file, ['nats', '@nats-io'], [/^libs\/events\//, HARNESS]),
  broken: { 'apps/reviews/src/tags/tags.service.ts': "import { connect } from 'nats';" },
  fine: { 'libs/events/src/connection/nats-link.ts': "import { connect } from 'nats';" },
};

/** Packages that open HTTP connections. */
const HTTP_CLIENTS = [
  'undici',
  'axios',
  'got',
  'ky',
  'node-fetch',
  'superagent',
  'http-proxy',
  '@fastify/reply-from',
  '@fastify/http-proxy',
];
/** The exports of Node's modules that open connections. */
const CONNECTING: Readonly<Record<string, readonly string[]>> = {
  http: ['request', 'get', 'Agent', 'globalAgent', '*', 'default'],
  https: ['request', 'get', 'Agent', 'globalAgent', '*', 'default'],
  http2: ['connect', '*', 'default'],
  net: ['connect', 'createConnection', 'Socket', '*', 'default'],
  tls: ['connect', '*', 'default'],
};
/** The only places that may: the guarded client, the two that call other services, and the client library. */
const CONNECTORS = [
  /^libs\/outbound\//,
  /^libs\/runtime\/src\/client\//,
  /^apps\/gateway\/src\/proxy\//,
  /^libs\/client\//,
  HARNESS,
];

export const onlyOutboundGoesOut: Rule = {
  name: 'only libs/outbound opens connections to the internet',
  check(file) {
    if (file.isTest || isBrowser(file) || CONNECTORS.some((place) => place.test(file.path))) return [];
    const connecting = file.imports
      .filter(({ from, names, typeOnly }) => {
        const risky = CONNECTING[from.replace(/^node:/, '')] ?? [];
        return !typeOnly && names.some((name) => risky.includes(name));
      })
      .map(({ from, names }) => `imports ${names.join(', ')} of ${from}`);
    const fetching = calls(file, (name) => name === 'fetch' || name === 'globalThis.fetch').map(
      () => 'calls fetch',
    );
    return [...importing(file, HTTP_CLIENTS, []), ...connecting, ...fetching];
  },
  broken: {
    'apps/channels/src/a.ts': "export const page = fetch('https://example.com');",
    'apps/channels/src/b.ts': "import { request } from 'node:https';",
    'apps/channels/src/c.ts': "import { Pool } from 'undici';",
  },
  fine: {
    'libs/outbound/src/a.ts': "import { Pool } from 'undici';",
    'apps/channels/src/a.ts':
      "import type { IncomingMessage } from 'node:http'; export const b = platform.fetch();",
    'libs/runtime/src/b.ts': "import { createServer, type IncomingMessage } from 'node:http';",
  },
};

export const onlyRuntimeMakesApplications: Rule = {
  name: 'only libs/runtime calls NestFactory',
  check: (file) =>
    file.imports
      .filter(
        ({ names }) =>
          !file.isTest && !file.path.startsWith('libs/runtime/') && names.includes('NestFactory'),
      )
      .map(({ from }) => `imports NestFactory of ${from}`),
  broken: { 'apps/reviews/src/a.ts': "import { NestFactory } from '@nestjs/core';" },
  fine: { 'libs/runtime/src/a.ts': "import { NestFactory } from '@nestjs/core';" },
};

export const onlyRuntimeHandlesSignals: Rule = {
  name: 'only libs/runtime touches signals and ends the process',
  check(file) {
    const allowed = [/^libs\/runtime\//, MAIN, HARNESS].some((place) => place.test(file.path));
    if (file.isTest || allowed) return [];
    const listening = calls(file, (name, call) => {
      return (
        /^process\.(on|once|addListener)$/.test(name) &&
        (literal(argumentsOf(call)[0]) ?? '').startsWith('SIG')
      );
    });
    const ending = calls(file, (name) => name === 'process.exit' || name === 'process.abort');
    const hooks = calls(file, (name) => name.endsWith('.enableShutdownHooks'));
    return [...listening, ...ending, ...hooks].map((call) => `calls ${dottedName(call['callee'])}`);
  },
  broken: {
    'apps/reviews/src/a.ts': "process.once('SIGTERM', stop);",
    'apps/reviews/src/b.ts': 'process.exit(1);',
    'apps/reviews/src/c.ts': 'app.enableShutdownHooks();',
  },
  fine: {
    'libs/runtime/src/a.ts': "process.once('SIGTERM', stop);",
    'apps/reviews/src/a.ts': "process.on('warning', note); process.kill(pid, 'SIGTERM');",
  },
};

export const environmentIsReadOnce: Rule = {
  name: 'only libs/runtime and main.ts read process.env',
  check(file) {
    const allowed = [/^libs\/runtime\//, MAIN, HARNESS].some((place) => place.test(file.path));
    if (file.isTest || allowed) return [];
    const reading = file.nodes.filter((node) => dottedName(node) === 'process.env');
    const importingIt = file.imports.filter(
      ({ from, names }) => /^(node:)?process$/.test(from) && names.includes('env'),
    );
    return [...reading.map(() => 'reads process.env'), ...importingIt.map(() => 'imports env of process')];
  },
  broken: {
    'apps/reviews/src/a.ts': 'export const port = process.env.PORT;',
    'libs/events/src/a.ts': "import { env } from 'node:process';",
  },
  fine: {
    'apps/reviews/src/main.ts': 'void run(process.env);',
    'apps/reviews/src/a.ts': 'export const p = env.PORT;',
  },
};

export const urlsAreParsed: Rule = {
  name: 'no code calls URL.canParse, which Node 20 answers wrongly for letters outside of ASCII; use parseUrl',
  check: (file) => calls(file, (name) => name === 'URL.canParse').map(() => 'calls URL.canParse'),
  broken: { 'apps/reviews/src/a.ts': 'export const isUrl = URL.canParse(text);' },
  fine: {
    'apps/reviews/src/a.ts': 'export const url = parseUrl(text); export const b = own.canParse(text);',
  },
};

const CONDITIONS = ['IfStatement', 'ConditionalExpression'];

export const oneProcessOrMany: Rule = {
  name: 'no code asks whether it runs standalone',
  check: (file) =>
    file.nodes
      .filter(({ type }) => !HARNESS.test(file.path) && CONDITIONS.includes(type))
      .flatMap((node) => nodesIn(node['test']))
      .filter(({ type, value }) => /Identifier|StringLiteral/.test(type) && /standalone/i.test(String(value)))
      .map(({ value }) => `decides on ${String(value)}`),
  broken: {
    'apps/reviews/src/a.ts': 'if (env.isStandalone) start();',
    'apps/reviews/src/b.ts': "export const a = target === 'standalone' ? 1 : 2;",
  },
  fine: { 'apps/standalone/src/a.ts': 'export const standalone = true; if (ready) start(standalone);' },
};

function importing(file: SourceFile, packages: readonly string[], allowed: readonly RegExp[]): string[] {
  if (allowed.some((place) => place.test(file.path))) return [];
  return file.imports
    .filter(({ from }) => packages.some((name) => packageOf(from) === name || from.startsWith(`${name}/`)))
    .map(({ from }) => `imports ${from}`);
}

function calls(file: SourceFile, wanted: (name: string, call: SyntaxNode) => boolean): SyntaxNode[] {
  return file.nodes.filter((node) => {
    const name = node.type === 'CallExpression' ? dottedName(node['callee']) : undefined;
    return name !== undefined && wanted(name, node);
  });
}
