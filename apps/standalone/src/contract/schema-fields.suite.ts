import type { ApiDocument, ApiOperation, ApiResponse, JsonSchema, SchemaObject } from '@plaudit/runtime';

/** A field of the table of endpoints, parsed from `name!:type`. */
interface Field {
  name: string;
  required: boolean;
  /** Undefined accepts any type. */
  type: string | undefined;
}

export function fieldsOf(text = ''): Field[] {
  return text
    .split(' ')
    .filter((word) => word && word !== '[]')
    .map((word) => {
      const [, name = '', must, type] = /^(\w+)(!?)(?::(\w+))?$/.exec(word) ?? [];
      return { name, required: must === '!', type };
    });
}

/** Returns the differences between the properties and these fields. `at` names the place in the report. */
export function problemsWith(
  document: ApiDocument,
  fields: readonly Field[],
  schema: JsonSchema | undefined,
  at: string,
): string[] {
  const { properties = {}, required = [] } = resolve(document, schema);
  return fields.flatMap(({ name, required: must, type }) => {
    const property = properties[name];
    if (property === undefined) return [`${at} has no ${name}`];
    const types = typesOf(document, property);
    return [
      ...(must && !required.includes(name) ? [`${at}: ${name} is not required`] : []),
      ...(type && !types.includes(type) ? [`${at}: ${name} is ${types.join('|')}, not ${type}`] : []),
    ];
  });
}

/** Resolves a reference to its schema, and alternatives with a discriminator to the first of them. */
export function resolve(document: ApiDocument, schema: JsonSchema | undefined): SchemaObject {
  if (schema === undefined || typeof schema === 'boolean') return {};
  if (schema.discriminator) return resolve(document, schema.oneOf?.[0]);
  if (!schema.$ref) return schema;
  return resolve(document, document.components.schemas[schema.$ref.split('/').at(-1) as string]);
}

export function answerOf(document: ApiDocument, operation: ApiOperation, status: number): ApiResponse | null {
  const answer = operation.responses[status];
  if (!answer) return null;
  if (!('$ref' in answer)) return answer;
  return document.components.responses[answer.$ref.split('/').at(-1) as string] ?? null;
}

function typesOf(document: ApiDocument, schema: JsonSchema): string[] {
  const { type = [], anyOf = [], oneOf = [] } = resolve(document, schema);
  return [...[type].flat(), ...[...anyOf, ...oneOf].flatMap((part) => typesOf(document, part))];
}
