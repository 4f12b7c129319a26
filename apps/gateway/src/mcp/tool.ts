import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '@plaudit/contracts';
import {
  type ApiDocument,
  type ApiMethod,
  type ApiOperation,
  type JsonSchema,
  operationsOf,
  type SchemaObject,
} from '@plaudit/runtime';
import { API } from '../proxy/route-table';
import type { ToolDefinition, ToolEffect } from './definitions/tool-definition';

/** Where an argument goes in the request. */
export type ArgumentPlace = 'path' | 'query' | 'header' | 'body';

export interface ToolArgument {
  /** Name for the model. That of a header is written with underscores, in lower case. */
  name: string;
  /** Name in the request. */
  field: string;
  place: ArgumentPlace;
  required: boolean;
  schema: Readonly<Record<string, unknown>>;
}

/** A tool that can be called, completed from the OpenAPI document. */
export interface Tool {
  name: string;
  title: string;
  /** For the model that chooses among tools. */
  description: string;
  effect: ToolEffect;
  method: Uppercase<ApiMethod>;
  /** Each `{name}` stands for an id, which is one of the arguments. */
  path: string;
  /** Scope of the operation. It decides who sees the tool. Who may use it is decided by the service. */
  scope: string;
  arguments: readonly ToolArgument[];
  /** Fields of the response, at any depth, that the result does not have. */
  omits: readonly string[];
  /** Arguments of a call that works. */
  example: Readonly<Record<string, unknown>>;
  /** The schema of the result of a call that worked. */
  output: { type: 'object' } & Record<string, unknown>;
}

type Schemas = ApiDocument['components']['schemas'];

const SCHEMAS = '#/components/schemas/';
/** A schema that contains itself accepts anything below this depth. */
const MAX_SCHEMA_DEPTH = 12;

/** Returns the tools whose operation is in the document, in the order of their definitions. */
export function toolsOf(document: ApiDocument, definitions: readonly ToolDefinition[]): Tool[] {
  const operations = new Map(operationsOf(document).map((found) => [found.operation.operationId, found]));
  return definitions.flatMap((definition) => {
    const found = operations.get(definition.operationId);
    if (!found) return [];
    const { path, method, operation } = found;
    return [
      {
        name: definition.name,
        title: definition.title ?? operation.summary ?? definition.name,
        description: definition.description ?? operation.description ?? operation.summary ?? '',
        effect: definition.effect,
        method: method.toUpperCase() as Uppercase<ApiMethod>,
        path: `${API}${path}`,
        scope: operation['x-scope'] ?? '',
        arguments: argumentsOf(operation, definition, document.components.schemas),
        omits: definition.omits ?? [],
        example: definition.example,
        output: outputOf(operation, definition, document.components.schemas),
      },
    ];
  });
}

/** Returns the input schema of a tool. It allows no further arguments. */
export function inputSchemaOf(tool: Tool): { type: 'object' } & Record<string, unknown> {
  const required = tool.arguments.filter((argument) => argument.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(tool.arguments.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    examples: [tool.example],
  };
}

/** Returns a copy without the fields, at any depth. */
export function withoutFields(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || fields.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => withoutFields(item, fields));
  const kept = Object.entries(value).filter(([name]) => !fields.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutFields(inner, fields)]));
}

/** Prose and examples of a result would cost the client more than the result itself. */
const PROSE = ['description', 'example', 'examples', 'format', 'title'];

/**
 * Returns the schema of the response, without the omitted fields and without prose. It has no formats either: a client would
 * check them by the rules of JSON Schema, and dates of this API have their own.
 */
function outputOf(operation: ApiOperation, { omits = [] }: ToolDefinition, schemas: Schemas): Tool['output'] {
  const [, response] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const content = response && 'content' in response ? response.content : undefined;
  const schema = resolved(content?.['application/json']?.schema ?? {}, schemas);
  return { ...slimmed(schema, omits), type: 'object' };
}

function slimmed(schema: Record<string, unknown>, omits: readonly string[]): Record<string, unknown> {
  const slim = (one: unknown): unknown => (isSchema(one) ? slimmed(one, omits) : one);
  const entries = Object.entries(schema).filter(([keyword]) => !PROSE.includes(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => {
      if (keyword === 'properties') {
        const kept = Object.entries(value as object).filter(([name]) => !omits.includes(name));
        return [keyword, Object.fromEntries(kept.map(([name, property]) => [name, slim(property)]))];
      }
      if (keyword === 'required')
        return [keyword, (value as string[]).filter((name) => !omits.includes(name))];
      return [keyword, Array.isArray(value) ? value.map(slim) : slim(value)];
    }),
  );
}

function isSchema(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function argumentsOf(operation: ApiOperation, definition: ToolDefinition, schemas: Schemas): ToolArgument[] {
  const parameters = (operation.parameters ?? []).flatMap((parameter) =>
    parameter.in === 'cookie' ? [] : [{ ...parameter, place: parameter.in }],
  );
  const body = resolved(operation.requestBody?.content['application/json']?.schema ?? {}, schemas);
  const properties = Object.entries((body['properties'] ?? {}) as Record<string, ToolArgument['schema']>);
  const required = (body['required'] ?? []) as string[];
  const all = [
    ...parameters.map(({ name, place, required: isRequired = false, description, schema = true }) => ({
      field: name,
      place,
      required: isRequired,
      schema: { ...resolved(schema, schemas), ...(description ? { description } : {}) },
    })),
    ...properties.map(([field, schema]) => ({
      field,
      place: 'body' as const,
      required: required.includes(field),
      schema,
    })),
  ].map((argument) => {
    const name = argument.place === 'header' ? argumentOfHeader(argument.field) : argument.field;
    const description = ownValue(definition.arguments, name);
    return { ...argument, name, schema: description ? { ...argument.schema, description } : argument.schema };
  });
  return all.filter(({ name }) => !definition.omitsArguments?.includes(name));
}

/** `Idempotency-Key` becomes `idempotency_key`. */
function argumentOfHeader(header: string): string {
  return header.toLowerCase().replaceAll('-', '_');
}

/** Returns the schema with its references replaced by what they refer to, and without the extensions of OpenAPI. */
function resolved(schema: JsonSchema, schemas: Schemas, depth = 0): Record<string, unknown> {
  if (typeof schema === 'boolean' || depth > MAX_SCHEMA_DEPTH) return {};
  const { $ref, ...own } = withoutChoice(schema, schemas);
  const target = $ref
    ? resolved(ownValue(schemas, $ref.slice(SCHEMAS.length)) ?? true, schemas, depth + 1)
    : {};
  const inner = (one: JsonSchema): unknown =>
    typeof one === 'boolean' ? one : resolved(one, schemas, depth + 1);
  const entries = Object.entries(own)
    .filter(([keyword]) => !keyword.startsWith('x-'))
    .map(([keyword, value]): [string, unknown] => [keyword, resolvedValue(keyword, value, inner)]);
  return { ...target, ...Object.fromEntries(entries) };
}

/**
 * Returns one object for a choice between named objects, because the settings of every widget type would fill the context of a
 * model. Fields that differ accept any object. The product checks what the tool cannot.
 */
function withoutChoice(schema: SchemaObject, schemas: Schemas): SchemaObject {
  const choices = (schema.oneOf ?? schema.anyOf ?? []).map((one) =>
    typeof one === 'object' ? one.$ref : undefined,
  );
  if (choices.length < 2 || choices.includes(undefined)) return schema;
  const { description, discriminator } = schema;
  const anyObject = { type: 'object', additionalProperties: true };
  if (!discriminator) return { ...anyObject, ...(description ? { description } : {}) };
  const { propertyName, mapping } = discriminator as { propertyName: string; mapping: object };
  const objects = choices.map(
    (ref) => ownValue(schemas, (ref as string).slice(SCHEMAS.length)) as SchemaObject,
  );
  const [{ properties = {}, required = [] }] = objects as [SchemaObject];
  const merged = Object.entries(properties).map(([name, property]): [string, JsonSchema] => {
    const { description: text } = property as SchemaObject;
    if (name === propertyName)
      return [name, { type: 'string', enum: Object.keys(mapping), description: text }];
    const isShared = objects.every((one) => isDeepStrictEqual(ownValue(one.properties, name), property));
    return [name, isShared ? property : { ...anyObject, description: text }];
  });
  return { type: 'object', required, properties: Object.fromEntries(merged) };
}

function resolvedValue(keyword: string, value: unknown, inner: (schema: JsonSchema) => unknown): unknown {
  if (keyword === 'properties') {
    const properties = Object.entries(value as Record<string, JsonSchema>);
    return Object.fromEntries(properties.map(([name, schema]) => [name, inner(schema)]));
  }
  if (keyword === 'items' || keyword === 'additionalProperties') return inner(value as JsonSchema);
  if (['allOf', 'anyOf', 'oneOf'].includes(keyword)) return (value as JsonSchema[]).map(inner);
  return value;
}
