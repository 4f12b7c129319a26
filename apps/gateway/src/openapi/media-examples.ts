import { ownValue } from '@plaudit/contracts';
import {
  type ApiDocument,
  type ApiMedia,
  type JsonSchema,
  operationsOf,
  type SchemaObject,
} from '@plaudit/runtime';

type Schemas = ApiDocument['components']['schemas'];

const SCHEMAS = '#/components/schemas/';
/** Marks a property that is present only when the named parameter was sent. Examples leave it out. */
const ONLY_WITH = 'x-only-with';
/** Examples of schemas that contain themselves end at this depth. */
const MAX_DEPTH = 12;

/** Adds a complete example to every request and response body, from the examples of its properties. */
export function withExamples(document: ApiDocument): ApiDocument {
  const made = structuredClone(document);
  const { schemas } = made.components;
  for (const { operation } of operationsOf(made)) {
    const responses = Object.values(operation.responses).map((response) =>
      '$ref' in response ? undefined : response.content,
    );
    for (const content of [operation.requestBody?.content, ...responses]) {
      for (const media of Object.values(content ?? {})) addExample(media, schemas);
    }
  }
  return made;
}

function addExample(media: ApiMedia, schemas: Schemas): void {
  if (media.examples || media.example !== undefined || media.schema === undefined) return;
  const example = exampleOf(media.schema, schemas);
  if (example !== undefined) media.example = example;
}

/** Returns a value that the schema describes, or undefined if the schema has no examples. */
export function exampleOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  if (typeof schema === 'boolean' || depth > MAX_DEPTH) return undefined;
  const stated = statedExample(schema);
  return stated === undefined ? builtExample(schema, schemas, depth + 1) : stated;
}

function statedExample({ examples = [], ...schema }: SchemaObject): unknown {
  if (examples.length > 0) return examples[0];
  return schema.const ?? schema.default ?? schema.enum?.[0];
}

function builtExample(schema: SchemaObject, schemas: Schemas, depth: number): unknown {
  const { $ref, properties, items } = schema;
  if ($ref) return exampleOf(ownValue(schemas, $ref.slice(SCHEMAS.length)) ?? false, schemas, depth);
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice !== undefined) return exampleOf(choice, schemas, depth);
  if (properties) return objectExample(properties, schemas, depth);
  const item = items === undefined ? undefined : exampleOf(items, schemas, depth);
  return item === undefined ? undefined : [item];
}

function objectExample(
  properties: Readonly<Record<string, JsonSchema>>,
  schemas: Schemas,
  depth: number,
): object {
  const entries = Object.entries(properties)
    .filter(([, schema]) => typeof schema === 'boolean' || !(ONLY_WITH in schema))
    .map(([name, schema]) => [name, exampleOf(schema, schemas, depth)] as const)
    .filter(([, example]) => example !== undefined);
  return Object.fromEntries(entries);
}
