import type { ApiDocument, ApiOperation, ApiParameter } from '@plaudit/runtime';
import { resolve } from './schema-fields.suite';

/** Returns the documented example of an operation's body. */
export function exampleBody({ requestBody }: ApiOperation): object {
  return (requestBody?.content['application/json']?.example ?? {}) as object;
}

interface WrongInput {
  query?: string;
  body?: object;
}

/** Names that every object inherits. A look-up of one in an object literal finds a function or a prototype. */
export const INHERITED_NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf'];

const SIMPLE_VALUES = [null, true, -7, 1.5, '', ' ', 'x'.repeat(5_000), [], [7], ['x'], {}, { a: [] }];

const WRONG_VALUES: readonly unknown[] = [
  ...SIMPLE_VALUES,
  ...INHERITED_NAMES,
  INHERITED_NAMES,
  // JSON.parse makes fields of these names, as it does for the body of a request.
  JSON.parse('{"constructor":{"a":"b"},"__proto__":{"a":"b"},"toString":"b"}'),
];

/** Returns bodies and queries in which every field has the same wrong value. */
export function wrongInputs(document: ApiDocument, operation: ApiOperation): WrongInput[] {
  const names = queryNames(operation);
  const schema = resolve(document, operation.requestBody?.content['application/json']?.schema);
  const fields = Object.keys(schema.properties ?? {});
  return WRONG_VALUES.flatMap((value) => [
    ...(fields.length > 0 ? [{ body: Object.fromEntries(fields.map((name) => [name, value])) }] : []),
    ...names.map((name) => ({
      query: `?${new URLSearchParams([[name, asParameter(value)]]).toString()}`,
    })),
  ]);
}

function asParameter(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function queryParameters({ parameters = [] }: ApiOperation): ApiParameter[] {
  return parameters.filter((parameter) => parameter.in === 'query');
}

export function queryNames(operation: ApiOperation): string[] {
  return queryParameters(operation).map(({ name }) => name);
}

/** Returns all query parameters with their examples. `existing` has the ids for parameters that name objects. */
export function exampleQuery(operation: ApiOperation, existing: Readonly<Record<string, number>>): string {
  const asked = queryParameters(operation);
  const pairs = asked.map(({ name, schema }): [string, string] => {
    const { examples = [] } = schema as { examples?: unknown[] };
    if (examples.length === 0) throw new Error(`the parameter ${name} has no example`);
    return [name, String(existing[name] ?? examples[0])];
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}
