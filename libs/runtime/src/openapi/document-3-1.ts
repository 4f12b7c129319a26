import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type ApiDocument,
  type ApiMedia,
  type ApiParameter,
  type ApiReference,
  type ApiResponse,
  type JsonSchema,
  operationsOf,
} from './api-document';
import { type SchemaOf30, toSchema31 } from './schema-3-1';

const SCHEMAS = '#/components/schemas/';

/** Converts a document of @nestjs/swagger from OpenAPI 3.0 to 3.1, and renames its components for clients. */
export function toDocument31(given: OpenAPIObject): ApiDocument {
  const document = structuredClone(given) as unknown as ApiDocument;
  for (const { operation } of operationsOf(document)) {
    if (operation.parameters) operation.parameters = operation.parameters.map(toParameter31);
    convertMedia(operation.requestBody?.content);
    for (const response of Object.values(operation.responses)) convertResponse(response);
  }
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]): [string, JsonSchema] => [name, toSchema31(schema)],
  );
  const { openapi: _3_0, ...rest } = renamed({
    ...document,
    components: { ...document.components, schemas: Object.fromEntries(schemas) },
  });
  return { openapi: '3.1.0', ...rest };
}

/** An id in a path is a number unless its example is a text, such as that of a delivery. */
function toParameter31({ example, ...parameter }: ApiParameter): ApiParameter {
  const given = parameter.schema as SchemaOf30;
  const isText = typeof (example ?? given.example) === 'string';
  if (parameter.in === 'path' && /(^|_)id$/.test(parameter.name) && !isText)
    return { ...parameter, schema: { type: 'integer', minimum: 1, examples: [example ?? 42] } };
  const schema = { ...given, ...(example === undefined ? {} : { example }) };
  return { ...parameter, schema: toSchema31(schema, parameter.name) };
}

function convertResponse(response: ApiResponse | ApiReference): void {
  if ('$ref' in response) return;
  response.description ||= 'Done.';
  convertMedia(response.content);
  for (const header of Object.values(response.headers ?? {})) {
    if ('schema' in header) header.schema = toSchema31(header.schema ?? true);
  }
}

function convertMedia(content: Record<string, ApiMedia> = {}): void {
  for (const media of Object.values(content)) {
    if (media.schema !== undefined) media.schema = toSchema31(media.schema);
  }
}

/** Removes the suffix of response classes. Clients know a `Review`, not a `ReviewResponse`. */
function renamed(document: ApiDocument): ApiDocument {
  const names = Object.keys(document.components.schemas);
  const publicNames = new Map(names.map((name) => [name, name.replace(/Response$/, '')]));
  if (new Set(publicNames.values()).size < names.length) {
    throw new Error(`Two schemas have the same name without the suffix Response: ${names.sort().join(', ')}`);
  }
  const text = JSON.stringify(document, (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(SCHEMAS)) return value;
    return SCHEMAS + publicNames.get(value.slice(SCHEMAS.length));
  });
  const made = JSON.parse(text) as ApiDocument;
  made.components.schemas = Object.fromEntries(
    Object.entries(made.components.schemas).map(([name, schema]) => [
      publicNames.get(name) as string,
      schema,
    ]),
  );
  return made;
}
