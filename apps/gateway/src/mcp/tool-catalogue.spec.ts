import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICE_NAMES } from '@plaudit/contracts';
import Ajv2020 from 'ajv/dist/2020';
import { argumentsOf, inputSchemaOf, type JsonSchema, type Tool } from './tool';
import { findTool, TOOLS } from './tool-catalogue';

/** decisions.md, "MCP". */
const READING = `list_reviews, get_review, list_channels, get_channel, list_channel_types, get_rating_history,
  get_ai_summary, get_ai_insights, list_invite_requests, get_invite_activity, list_invite_settings, get_ratings_report,
  get_reviews_over_time, get_average_rating, get_rating_distribution, list_widgets, get_widget, list_webhooks, get_account`;
const WRITING = `add_review, update_review, add_channel, refresh_channel, discover_channels, regenerate_ai_summary,
  add_invite_request, send_invite_request, mark_invite_reviewed, stop_invite_sequence, create_widget, update_widget`;

/** Tools whose endpoint no service has yet. One that has come must leave this list, so that it is checked. */
const PENDING: readonly string[] = [
  'discover_channels',
  'get_rating_history',
  'get_ratings_report',
  'get_reviews_over_time',
  'get_average_rating',
  'get_rating_distribution',
  'get_ai_summary',
  'get_ai_insights',
  'regenerate_ai_summary',
  'list_invite_requests',
  'get_invite_activity',
  'list_invite_settings',
  'add_invite_request',
  'send_invite_request',
  'mark_invite_reviewed',
  'stop_invite_sequence',
];

interface DocumentedSchema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  required?: string[];
  properties?: Record<string, DocumentedSchema>;
  items?: DocumentedSchema;
  anyOf?: DocumentedSchema[];
  oneOf?: DocumentedSchema[];
  allOf?: DocumentedSchema[];
}

interface Operation {
  'x-scope': string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; schema: DocumentedSchema }[];
  requestBody?: { content: Record<string, { schema: DocumentedSchema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, DocumentedSchema> };
}

interface Endpoint {
  operation: Operation;
  resolve: (schema: DocumentedSchema) => DocumentedSchema;
}

const DOCUMENTS = SERVICE_NAMES.map((name) => join(__dirname, '..', '..', '..', name, 'openapi.json'))
  .filter((path) => existsSync(path))
  .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Document);

function endpointOf({ method, path }: Tool): Endpoint | null {
  for (const { paths, components } of DOCUMENTS) {
    const operation = paths[path]?.[method.toLowerCase()];
    const resolve = (schema: DocumentedSchema): DocumentedSchema =>
      schema.$ref ? (components?.schemas?.[schema.$ref.split('/').at(-1) as string] ?? schema) : schema;
    if (operation) return { operation, resolve };
  }
  return null;
}

/** The arguments of an endpoint as its service documents them, by place. */
function documented({ operation, resolve }: Endpoint): Record<string, Record<string, DocumentedSchema>> {
  const places: Record<string, Record<string, DocumentedSchema>> = {
    path: {},
    query: {},
    header: {},
    body: {},
  };
  for (const { in: place, name, schema } of operation.parameters ?? [])
    places[place]![name] = resolve(schema);
  const body = operation.requestBody?.content['application/json']?.schema;
  for (const [name, schema] of Object.entries((body && resolve(body).properties) ?? {})) {
    places['body']![name] = resolve(schema);
  }
  return places;
}

/** `number` where a document does not say that it means whole ones. */
function typesOf(schema: DocumentedSchema): Set<string> {
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const own = [schema.type ?? []].flat().concat(schema.nullable ? ['null'] : []);
  const types = [...own, ...alternatives.flatMap((one) => [...typesOf(one)])];
  return new Set(types.map((type) => (type === 'integer' ? 'number' : type)));
}

function bounds({ enum: listed, minimum, maximum, minLength, maxLength }: DocumentedSchema): object {
  return { listed, minimum, maximum, minLength, maxLength };
}

describe('the tools', () => {
  it('are those that were decided, and no other', () => {
    const decided = `${READING}, ${WRITING}`.split(',').map((name) => name.trim());
    expect(TOOLS.map(({ name }) => name).sort()).toEqual(decided.sort());
  });

  it('delete nothing', () => {
    expect(TOOLS.map(({ method }) => method as string)).not.toContain('DELETE');
    expect(TOOLS.filter(({ name, path }) => /delete|remove/.test(name + path))).toEqual([]);
  });

  it.each(READING.split(',').map((name) => name.trim()))('%s is announced as one that only reads', (name) => {
    expect(findTool(name)).toMatchObject({ method: 'GET', effect: { readOnlyHint: true } });
  });

  it('have input schemas that are JSON Schema', () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    for (const tool of TOOLS) expect(() => ajv.compile(inputSchemaOf(tool))).not.toThrow();
  });

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s describes every argument, names none twice and leaves no part of its path open',
    (_name, tool) => {
      const { path = {}, query = {}, body = {}, headers = {} } = tool.arguments;
      const named = [path, query, body, headers].flatMap((place) => Object.keys(place));
      expect(Object.keys(argumentsOf(tool))).toHaveLength(named.length);
      expect([...tool.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)).toEqual(Object.keys(path));
      expect(Object.keys({ ...query, ...body })).toEqual(expect.arrayContaining([...(tool.required ?? [])]));
      for (const schema of Object.values(argumentsOf(tool))) {
        expect(schema).toMatchObject({ description: expect.stringMatching(/\w/) });
      }
      expect(tool.method === 'GET' ? body : {}).toEqual({});
    },
  );
});

describe.each(TOOLS.filter(({ name }) => !PENDING.includes(name)).map((tool) => [tool.name, tool] as const))(
  'the endpoint of %s',
  (_name, tool) => {
    const endpoint = endpointOf(tool) as Endpoint;

    it('exists and wants the scope that decides who sees the tool', () => {
      expect(endpoint?.operation['x-scope']).toBe(tool.scope);
    });

    it('takes exactly the arguments of the tool, each in its place', () => {
      const takes = documented(endpoint);
      const { path, query, body, headers } = tool.arguments;
      const gives = { path, query, body, header: headers };
      for (const [place, arguments_] of Object.entries(gives)) {
        expect({ [place]: Object.keys(arguments_ ?? {}).sort() }).toEqual({
          [place]: Object.keys(takes[place] ?? {}).sort(),
        });
      }
    });

    it('requires what the tool requires', () => {
      const body = endpoint.operation.requestBody?.content['application/json']?.schema;
      const required = (body && endpoint.resolve(body).required) ?? [];
      const ofBody = Object.keys(tool.arguments.body ?? {}).filter((name) => tool.required?.includes(name));
      expect(ofBody.sort()).toEqual([...required].sort());
    });

    it('accepts the types and limits that the tool announces', () => {
      const takes = documented(endpoint);
      for (const [name, schema] of Object.entries(tool.arguments.body ?? {})) {
        const announced = schema as JsonSchema & DocumentedSchema;
        const accepted = takes['body']?.[name] as DocumentedSchema;
        expect({ name, types: typesOf(announced), ...bounds(announced) }).toEqual({
          name,
          types: typesOf(accepted),
          ...bounds(accepted),
        });
      }
    });
  },
);

it('waits for no endpoint that is there', () => {
  expect(PENDING.filter((name) => endpointOf(findTool(name) as Tool))).toEqual([]);
});
