import type { SourceFile } from './project';
import type { Rule } from './rule';
import { argumentsOf, dottedName, literal } from './syntax';

/** The role in a file's name: `controller` for `reviews.controller.ts`, null for `review.ts`. */
export function roleOf(path: string): string | null {
  return /\.([a-z-]+)\.ts$/.exec(path)?.[1] ?? null;
}

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
