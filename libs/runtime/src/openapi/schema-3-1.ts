import type { JsonSchema, SchemaObject } from './api-document';

/** A schema of OpenAPI 3.0, with `nullable`, boolean exclusive bounds and one `example`. */
export interface SchemaOf30 extends SchemaObject {
  nullable?: boolean;
  exclusiveMinimum?: unknown;
  exclusiveMaximum?: unknown;
  example?: unknown;
}

const ID = /^(id|\w+_id)$/;
const IDS = /^\w+_ids$/;
const NULL = { type: 'null' };

/** Returns the schema in JSON Schema 2020-12. `name` is the property or parameter that has the schema. */
export function toSchema31(given: SchemaOf30 | boolean, name = ''): JsonSchema {
  if (typeof given === 'boolean') return given;
  const { nullable = false, example, ...rest } = given;
  const schema = withNumericBounds(withInnerSchemas(withoutWrapping(rest), name));
  if (example !== undefined) schema.examples = [example];
  return nullable ? orNull(schema) : schema;
}

/**
 * Nest wraps a reference with siblings in an `allOf`. OpenAPI 3.1 permits the siblings without it. Beside the alternatives of a
 * parameter it writes the type of the property, which would exclude some of them.
 */
function withoutWrapping(schema: SchemaObject): SchemaObject {
  if (schema.oneOf) {
    const { type: _type, ...alternatives } = schema;
    return alternatives;
  }
  const [part, ...more] = schema.allOf ?? [];
  if (typeof part !== 'object' || !part.$ref || more.length > 0) return schema;
  const { allOf: _wrapping, type: _type, ...beside } = schema;
  return { ...beside, $ref: part.$ref };
}

function withInnerSchemas(schema: SchemaObject, name: string): SchemaObject {
  const made: SchemaObject = { ...schema };
  if (made.type === 'number' && ID.test(name)) made.type = 'integer';
  if (schema.properties) {
    made.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, inner]) => [key, defaultInWords(toSchema31(inner, key))]),
    );
  } else if (made.type === 'object') {
    made.additionalProperties ??= true;
  }
  if (schema.items !== undefined) made.items = toSchema31(schema.items, IDS.test(name) ? 'id' : '');
  if (made.additionalProperties !== undefined) {
    made.additionalProperties = toSchema31(made.additionalProperties);
  }
  for (const list of ['allOf', 'anyOf', 'oneOf'] as const) {
    const inner = schema[list];
    if (inner) made[list] = inner.map((one) => toSchema31(one));
  }
  return made;
}

/** Moves the default of a property into its description. Some generators make a field with a default required. */
function defaultInWords(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean' || schema.default === undefined) return schema;
  const { default: value, description = '', ...rest } = schema;
  const sentence = String(description).replace(/\.?$/, '.');
  return { ...rest, description: `${sentence} Default: ${JSON.stringify(value)}.` };
}

function withNumericBounds(schema: SchemaObject): SchemaObject {
  const made = { ...schema };
  for (const [bound, exclusive] of [
    ['minimum', 'exclusiveMinimum'],
    ['maximum', 'exclusiveMaximum'],
  ] as const) {
    if (typeof made[exclusive] !== 'boolean') continue;
    const isExclusive = made[exclusive];
    delete made[exclusive];
    if (!isExclusive || made[bound] === undefined) continue;
    made[exclusive] = made[bound];
    delete made[bound];
  }
  return made;
}

function orNull(schema: SchemaObject): SchemaObject {
  if (schema.enum && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  if (schema.type !== undefined) return { ...schema, type: [...new Set([schema.type, 'null'].flat())] };
  if (schema.$ref) {
    const { $ref, ...beside } = schema;
    return { ...beside, anyOf: [{ $ref }, NULL] };
  }
  for (const list of ['anyOf', 'oneOf'] as const) {
    const parts = schema[list];
    if (parts) return { ...schema, [list]: [...parts, NULL] };
  }
  if (schema.allOf) {
    const { allOf, ...beside } = schema;
    return { ...beside, anyOf: [{ allOf }, NULL] };
  }
  return schema;
}
