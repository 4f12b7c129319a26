import { isDeepStrictEqual } from 'node:util';
import { ownValue, SERVICE_NAMES, type ServiceName } from '@plaudit/contracts';
import {
  API_VERSION,
  type ApiDocument,
  type ApiOperation,
  type ApiPath,
  operationsOf,
} from '@plaudit/runtime';
import { ALIASES, API, MCP_PATH, tagOf, TAGS } from '../proxy/route-table';
import introduction from '../reference/introduction.json';
import { withResponseHeaders } from './response-headers';
import { resolveLikenesses } from './likeness';
import { MCP_OPERATION } from './mcp-operation';
import { withExamples } from './media-examples';

/** The document of a service, or null as long as the gateway has not received it. */
export interface DocumentPart {
  service: ServiceName;
  document: ApiDocument | null;
}

export interface MergedDocument {
  document: ApiDocument & { 'x-unavailable'?: ServiceName[] };
  /** Names that two services use for different things. They are renamed here, but are a mistake in the services. */
  clashes: string[];
}

type Schemas = ApiDocument['components']['schemas'];

const SCHEMAS = '#/components/schemas/';

const SUMMARY =
  'Collects customer reviews from many platforms, curates them, shows them in widgets and asks for more.';
const DESCRIPTION = [SUMMARY, '', ...introduction.lines].join('\n');

/**
 * Returns the document of the whole API: the paths below /public/v1 of every service. The order of the parts does not
 * matter. If two services use one name for different things, the one that is first in SERVICE_NAMES keeps it.
 */
export function mergeDocuments(given: readonly DocumentPart[]): MergedDocument {
  const parts = SERVICE_NAMES.flatMap((name) => given.filter(({ service }) => service === name));
  const merged: ApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Plaudit API',
      description: DESCRIPTION,
      version: API_VERSION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API }],
    tags: [],
    security: [{ basic: [] }, { bearer: [] }],
    paths: {},
    components: { schemas: {}, responses: {}, examples: {}, securitySchemes: {} },
  };
  const clashes: string[] = [];
  for (const { service, document } of parts) {
    if (document) clashes.push(...addPart(merged, service, document));
  }
  clashes.push(...repeatedIds(merged));
  resolveLikenesses(merged);
  merged.tags = tagsOf(merged);
  const missing = parts.filter(({ document }) => !document).map(({ service }) => service);
  const document = withResponseHeaders(withExamples(withoutUnused(merged)));
  return { document: missing.length > 0 ? { ...document, 'x-unavailable': missing } : document, clashes };
}

function addPart(merged: ApiDocument, service: ServiceName, part: ApiDocument): string[] {
  const taken = merged.components.schemas;
  const others = clashing(taken, part.components.schemas);
  const renames = new Map([...others].map((name) => [name, freeName(taken, service, name)]));
  const { paths, components, webhooks, 'x-guide': guide } = withNames(part, renames);
  if (webhooks) merged.webhooks = { ...merged.webhooks, ...webhooks };
  if (guide) merged.info.description += `\n\n${guide}`;
  for (const [path, item] of Object.entries(paths)) {
    if (path.startsWith(`${API}/`)) addPath(merged.paths, path, item);
  }
  if (service === 'gateway') addPath(merged.paths, MCP_PATH, { post: MCP_OPERATION });
  merged.components = {
    schemas: { ...components.schemas, ...taken },
    responses: { ...components.responses, ...merged.components.responses },
    examples: { ...components.examples, ...merged.components.examples },
    securitySchemes: { ...components.securitySchemes, ...merged.components.securitySchemes },
  };
  return [...others].map((name) => `schema ${name} of ${service}`);
}

function addPath(paths: ApiDocument['paths'], path: string, item: ApiPath): void {
  const documented = path.slice(API.length);
  paths[documented] = mapOperations(item, (operation) => ({ ...operation, tags: [tagOf(path)] }));
  for (const { from, to } of ALIASES) {
    if (!path.startsWith(`${to}/`)) continue;
    const aliasPath = from + path.slice(to.length);
    paths[aliasPath.slice(API.length)] = mapOperations(item, (operation) => ({
      ...operation,
      operationId: aliasId(operation.operationId),
      description: `The same as ${documented}.`,
      tags: [tagOf(aliasPath)],
    }));
  }
}

function mapOperations(item: ApiPath, change: (operation: ApiOperation) => ApiOperation): ApiPath {
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => [method, change(operation)]),
  ) as ApiPath;
}

/** `listChannels` becomes `listProfiles`. */
function aliasId(operationId: string): string {
  const id = operationId.replace('Channel', 'Profile');
  return id === operationId ? `${operationId}OfProfile` : id;
}

/** Returns the names whose schemas differ in `added`, directly or in a schema that they refer to. */
function clashing(taken: Schemas, added: Schemas): Set<string> {
  const common = Object.keys(added).filter((name) => Object.hasOwn(taken, name));
  const others = new Set(
    common.filter((name) => !isDeepStrictEqual(ownValue(taken, name), ownValue(added, name))),
  );
  let before = -1;
  while (before < others.size) {
    before = others.size;
    for (const name of common) {
      if (referencesIn(ownValue(added, name)).some((reference) => others.has(reference))) others.add(name);
    }
  }
  return others;
}

function freeName(taken: Schemas, service: ServiceName, name: string): string {
  let free = service[0]?.toUpperCase() + service.slice(1) + name;
  while (Object.hasOwn(taken, free)) free += '_';
  return free;
}

function withNames(part: ApiDocument, names: ReadonlyMap<string, string>): ApiDocument {
  if (names.size === 0) return part;
  const text = JSON.stringify(part, (key, value: unknown) => {
    if (key !== '$ref' || typeof value !== 'string' || !value.startsWith(SCHEMAS)) return value;
    const name = value.slice(SCHEMAS.length);
    return SCHEMAS + (names.get(name) ?? name);
  });
  const made = JSON.parse(text) as ApiDocument;
  made.components.schemas = Object.fromEntries(
    Object.entries(made.components.schemas).map(([name, schema]) => [names.get(name) ?? name, schema]),
  );
  return made;
}

function referencesIn(value: unknown): string[] {
  const names = JSON.stringify(value).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g);
  return [...names].map(([, name]) => name as string);
}

function repeatedIds(document: ApiDocument): string[] {
  const ids = operationsOf(document).map(({ operation }) => operation.operationId);
  return ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `operationId ${id}`);
}

function tagsOf(document: ApiDocument): ApiDocument['tags'] {
  const used = new Set(operationsOf(document).flatMap(({ operation }) => operation.tags ?? []));
  const known = TAGS.filter(({ name }) => used.has(name));
  const others = [...used].filter((name) => !known.some((tag) => tag.name === name));
  return [...known, ...others.map((name) => ({ name }))];
}

/** Removes the schemas that only paths outside of /public/v1 refer to. */
function withoutUnused(document: ApiDocument): ApiDocument {
  const { schemas, responses, examples, securitySchemes } = document.components;
  const kept: Schemas = {};
  const queue = referencesIn([document.paths, document.webhooks, responses]);
  for (const name of queue) {
    const schema = ownValue(schemas, name);
    if (schema === undefined || Object.hasOwn(kept, name)) continue;
    kept[name] = schema;
    queue.push(...referencesIn(schema));
  }
  const ordered = Object.fromEntries(Object.entries(kept).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...document, components: { schemas: ordered, responses, examples, securitySchemes } };
}
