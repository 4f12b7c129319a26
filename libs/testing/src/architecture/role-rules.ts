import type { SourceFile } from './project';
import type { Rule } from './rule';
import { argumentsOf, decoratorsOf, dottedName, literal } from './syntax';

/** The roles of classes that Nest creates. CONTRIBUTING.md lists them. */
const ROLES = [
  'controller',
  'service',
  'repository',
  'read-model',
  'worker',
  'client',
  'publisher',
  'handler',
  'cache',
  'guard',
  'filter',
  'factory',
  'metrics',
  'generator',
  'notifier',
  'routes',
  'strategy',
  'interceptor',
];

/** The roles in which each decorator may be used. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  Injectable: ROLES,
  Controller: ['controller', 'handler'],
  Catch: ['filter'],
};

/** The role in a file's name: `controller` for `reviews.controller.ts`, null for `review.ts`. */
export function roleOf(path: string): string | null {
  return /\.([a-z-]+)\.ts$/.exec(path)?.[1] ?? null;
}

export const injectablesHaveARole: Rule = {
  name: 'a class that Nest creates is in a file whose name says its role',
  check(file) {
    if (file.isTest) return [];
    const role = roleOf(file.path);
    return file.nodes
      .filter(({ type }) => type === 'ClassDeclaration' || type === 'ClassExpression')
      .flatMap(decoratorsOf)
      .filter(({ name }) => PLACES[name] && !PLACES[name].includes(role ?? ''))
      .map(
        ({ name }) => `has @${name} in a file ${role === null ? 'without a role' : `with the role ${role}`}`,
      );
  },
  broken: {
    'apps/reviews/src/a.ts': '@Injectable() export class A {}',
    'apps/reviews/src/purge.task.ts': '@Injectable() export class PurgeTask {}',
    'apps/reviews/src/tags.service.ts': "@Controller('tags') export class TagsService {}",
    'apps/reviews/src/handlers/on-a.ts': '@Controller() export class OnA {}',
    'libs/runtime/src/error.ts': '@Catch() export class ErrorFilter {}',
  },
  fine: {
    'apps/reviews/src/tags.service.ts': '@Injectable() export class TagsService {}',
    'apps/reviews/src/tags.controller.ts': "@Controller('tags') export class TagsController {}",
    'apps/reviews/src/handlers/on-a.handler.ts': '@Controller() export class OnA {}',
    'apps/reviews/src/review.ts': 'export class Review { @Column() id!: number; }',
    'apps/reviews/src/world.suite.ts': '@Injectable() export class Probe {}',
    'libs/runtime/src/error.filter.ts': '@Catch() export class ErrorFilter {}',
  },
};

/** Returns true if the file calls a function of this name. */
function callsFunction(file: SourceFile, name: string): boolean {
  return file.nodes.some(({ type, callee }) => type === 'CallExpression' && dottedName(callee) === name);
}

export const handlersUseTheInbox: Rule = {
  name: "a handler calls the inbox itself, and its key is a string literal that a class's new name does not change",
  check(file) {
    if (file.isTest || !file.workspace.startsWith('apps/')) return [];
    const calls = file.nodes.filter(
      ({ type, callee }) =>
        type === 'CallExpression' && /\binbox\.once(Together)?$/i.test(dottedName(callee) ?? ''),
    );
    const isHandler = roleOf(file.path) === 'handler';
    const consumes = callsFunction(file, 'OnEvent');
    return [
      ...(callsFunction(file, 'EventPattern')
        ? ['uses EventPattern instead of OnEvent, which declares the fields that the handler reads']
        : []),
      ...(consumes && calls.length === 0 ? ['handles an event without inbox.once'] : []),
      ...(calls.length > 0 && !isHandler ? ['calls inbox.once and is not a handler'] : []),
      ...calls
        .filter((call) => literal(argumentsOf(call)[1]) === undefined)
        .map(() => 'calls inbox.once with a key that is not a string literal'),
    ];
  },
  broken: {
    'apps/reviews/src/handlers/on-a.handler.ts':
      "export class OnA { @OnEvent(a, 'id') handle(e: E) { return this.inbox.once(e, OnA.name, work); } }",
    'apps/reviews/src/handlers/on-b.handler.ts':
      'export class OnB { @OnEvent(b) handle(e: E) { return this.intake.take(e); } }',
    'apps/reviews/src/handlers/on-c.handler.ts':
      "export class OnC { @EventPattern(c.pattern) handle(e: E) { return this.inbox.once(e, 'OnC', work); } }",
    'apps/reviews/src/intake.service.ts': "export const done = this.inbox.once(event, 'OnB', work);",
  },
  fine: {
    'apps/reviews/src/handlers/on-a.handler.ts':
      "export class OnA { @OnEvent(a, 'id') handle(e: E) { return this.inbox.once(e, 'OnA', work); } }",
    'apps/reviews/src/handlers/on-b.handler.ts':
      'export class OnB { @Broadcast(b) handle(e: E) { return this.cache.drop(e); } }',
    'apps/reviews/src/upload.service.ts': "export const done = response.once('close', drop);",
  },
};
