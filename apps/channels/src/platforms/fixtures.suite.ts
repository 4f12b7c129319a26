import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { parseUrl } from '@plaudit/contracts';
import { toHttpResponse } from '../crawl/http/http-response';
import { readSchema } from './builders/schema/schema-platform';
import { withQuery } from '../crawl/http/request-url';
import { CrawlError } from './crawl-error';
import type { Ctx, HttpResponse } from './context';
import { isOwnHost } from './own-host';
import {
  type ChannelConfig,
  type Cursor,
  type NormalizedReview,
  type Platform,
  type ProfileInfo,
  type ProfileKey,
} from './platform';

/**
 * A response of the platform. Several exchanges with the same URL are used in their order. The last one is repeated.
 */
interface Exchange {
  /** Default: POST if there is a `request`, otherwise GET. */
  method?: 'GET' | 'POST';
  url: string;
  /** The URL of the response after redirects. Default: the requested URL. */
  redirectedTo?: string;
  /** The body of a POST: JSON, or the fields of a form. Another body gets no response. */
  request?: unknown;
  /** Headers that the request must have, besides others. */
  requestHeaders?: Record<string, string>;
  status?: number;
  headers?: Record<string, string>;
  /** The response is this JSON, this text, or the content of `file`, which lies beside the scenario. */
  body?: unknown;
  text?: string;
  file?: string;
}

export interface Scenario {
  what: string;
  now: string;
  config: ChannelConfig;
  /** Null if the operator has no key of the platform. */
  operatorKey?: null;
  exchanges: Exchange[];
  expected: {
    /** The code of the error that validate() throws. */
    invalid?: string;
    profile?: Partial<ProfileInfo>;
    /** In the order of the platform. Omitted fields are not compared. */
    reviews?: Record<string, unknown>[];
  };
}

const FIXTURES = join(__dirname, 'fixtures');

/** URLs of profiles of a platform, and URLs of other pages, some of which look like them. */
interface UrlExamples {
  yes: string[];
  no: string[];
}

const URL_EXAMPLES = JSON.parse(readFileSync(join(FIXTURES, 'urls.json'), 'utf8')) as Record<
  string,
  UrlExamples
>;

/** Returns the URLs that must match a platform, its own example among them, and those that must not. */
export function urlExamplesOf({ meta }: Pick<Platform, 'meta'>): UrlExamples {
  const { yes, no } = URL_EXAMPLES[meta.slug] ?? { yes: [], no: [] };
  return { yes: [...(meta.urlExample === null ? [] : [meta.urlExample]), ...yes], no };
}

/**
 * The scenarios of sites that are read by their schema.org markup only. `{{url}}` is the page of the example URL, and
 * `{{next}}` is what it links to as `?page=2`.
 */
const SCHEMA_SITE = join(FIXTURES, 'schema-site');

function folderOf({ meta, read }: Platform): string {
  const name = meta.slug.replaceAll('_', '-');
  if (existsSync(join(FIXTURES, name))) return join(FIXTURES, name);
  if (read === readSchema) return SCHEMA_SITE;
  throw new Error(`${meta.slug} has no fixtures. Add platforms/fixtures/${name}/`);
}

/** Returns the text of a fixture. */
function textOf(platform: Platform, file: string): string {
  const text = readFileSync(join(folderOf(platform), file), 'utf8');
  if (folderOf(platform) !== SCHEMA_SITE) return text;
  const page = platform.match(new URL(platform.meta.urlExample ?? ''))?.['url'] ?? '';
  const next = parseUrl('?page=2', page)?.href ?? '';
  return text.replaceAll('{{url}}', page).replaceAll('{{next}}', next);
}

export function scenariosOf(platform: Platform): Scenario[] {
  return readdirSync(folderOf(platform))
    .filter((name) => name.endsWith('.json'))
    .map((name) => parseScenario(textOf(platform, name), name));
}

function parseScenario(text: string, name: string): Scenario {
  try {
    return JSON.parse(text) as Scenario;
  } catch (cause) {
    throw new Error(`The fixture ${name} is not JSON: ${(cause as Error).message}`, { cause });
  }
}

/** Returns everything that the fixtures of a platform contain. */
export function fixtureText(platform: Platform): string {
  return readdirSync(folderOf(platform))
    .map((name) => textOf(platform, name))
    .join('\n');
}

/** Returns the body of a response. */
export function bodyOf(platform: Platform, { body, text, file }: Exchange): string {
  if (text !== undefined) return text;
  if (file !== undefined) return textOf(platform, file);
  return body === undefined ? '' : JSON.stringify(body);
}

/** The requested URL, method, body and headers. */
interface PlayedRequest {
  method: 'GET' | 'POST';
  url: string;
  body?: unknown;
  headers: Readonly<Record<string, string>>;
}

function isFor(exchange: Exchange, { method, url, body, headers }: PlayedRequest): boolean {
  const expected = exchange.method ?? (exchange.request === undefined ? 'GET' : 'POST');
  return (
    expected === method &&
    new URL(exchange.url).href === url &&
    (exchange.request === undefined || isDeepStrictEqual(exchange.request, body)) &&
    Object.entries(exchange.requestHeaders ?? {}).every(([name, value]) => headerOf(headers, name) === value)
  );
}

function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
}

export const FIXTURE_TOKEN = 'token-1';
export const FIXTURE_OPERATOR_KEY = 'key-1';

/** Throws if the metadata of a platform do not have the host of a URL. The crawler sends no request to such a host either. */
function assertDeclared({ meta }: Platform, url: string): void {
  if (isOwnHost(meta, new URL(url).hostname)) return;
  throw new Error(`${meta.slug} requests ${url}. Add the host to its metadata`);
}

/** Returns the exchange of a request. It is removed from `waiting` unless it is the last one of its kind. */
function takeExchange(waiting: Exchange[], request: PlayedRequest): Exchange {
  const matching = waiting.filter((exchange) => isFor(exchange, request));
  const [first] = matching;
  if (!first) {
    const known = waiting.map(({ url, request: body, requestHeaders }) =>
      JSON.stringify({ url, body, headers: requestHeaders }),
    );
    throw new Error(`The fixture has no exchange for ${JSON.stringify(request)}. It has ${known.join(', ')}`);
  }
  if (matching.length > 1) waiting.splice(waiting.indexOf(first), 1);
  return first;
}

/**
 * Returns a context whose Http responds from the scenario. `requested` lists the requested URLs in order, those after redirects
 * among them.
 */
export function playback(platform: Platform, scenario: Scenario): Ctx & { requested: string[] } {
  const waiting = [...scenario.exchanges];
  const requested: string[] = [];
  const respond = (request: PlayedRequest): HttpResponse => {
    // Throws a TypeError if a header cannot be sent, as a real request does.
    void new Headers(request.headers);
    requested.push(request.url);
    assertDeclared(platform, request.url);
    const exchange = takeExchange(waiting, request);
    const { status = 200, headers = {}, redirectedTo } = exchange;
    if (redirectedTo !== undefined) requested.push(redirectedTo);
    const parts = {
      status,
      header: (name: string) => headers[name] ?? null,
      text: () => bodyOf(platform, exchange),
    };
    return toHttpResponse(platform, parts, redirectedTo ?? request.url, new Date(scenario.now));
  };
  return {
    requested,
    now: () => new Date(scenario.now),
    read: async (response) => structuredClone(platform.read?.(response.text(), response.url)),
    token: async () => scenario.config.accessToken ?? FIXTURE_TOKEN,
    operatorKey() {
      if (scenario.operatorKey !== null) return FIXTURE_OPERATOR_KEY;
      throw new CrawlError('AUTH_MISSING', 'The operator has no key of the platform.');
    },
    http: {
      get: async (address, { query, headers = {} } = {}) =>
        respond({ method: 'GET', url: withQuery(address, query).href, headers }),
      post: async (address, options) =>
        respond({
          method: 'POST',
          url: withQuery(address, options.query).href,
          body: 'json' in options ? options.json : options.form,
          headers: options.headers ?? {},
        }),
    },
  };
}

/** What a walk over all pages of a profile read. */
export interface Walk {
  pages: {
    rows: readonly unknown[];
    reviews: readonly NormalizedReview[];
    next: Cursor | null;
    partition: string;
  }[];
  reviews: NormalizedReview[];
  /** Every requested URL, in order. */
  requested: readonly string[];
}

/** Reads all pages of a profile as the crawler does. If `start` is given, reading begins there. */
export async function walk(
  platform: Platform,
  scenario: Scenario,
  start?: { partition: string; cursor: Cursor },
): Promise<Walk> {
  const ctx = playback(platform, scenario);
  const { config } = scenario;
  const key = await keyOf(platform, scenario);
  const pages: Walk['pages'] = [];
  const partitions = platform.partitions(key, config);
  for (const partition of start ? partitions.slice(partitions.indexOf(start.partition)) : partitions) {
    let cursor: Cursor | null = start?.partition === partition ? start.cursor : null;
    for (let count = 0; count < platform.meta.maxPages; count++) {
      const { rows, next } = await platform.fetchPage({ key, config, partition, cursor }, ctx);
      pages.push({ rows, next, partition, reviews: platform.normalize(rows, ctx.now()).reviews });
      cursor = next;
      if (cursor === null) break;
    }
  }
  return { pages, reviews: pages.flatMap((page) => page.reviews), requested: ctx.requested };
}

/** Returns the key that is stored for the scenario's channel. */
export async function keyOf(platform: Platform, scenario: Scenario): Promise<ProfileKey> {
  const { config, expected } = scenario;
  if (expected.profile) return (await platform.validate(config, playback(platform, scenario))).key;
  const key = platform.match(new URL(config.url ?? ''));
  if (!key) throw new Error(`${platform.meta.slug} does not match ${config.url}`);
  return key;
}

/** Returns every URL that is requested to check a profile, to read its figures, and to read all pages of its partitions. */
export async function requestsOf(platform: Platform, scenario: Scenario): Promise<string[]> {
  const { config, expected } = scenario;
  const checking = playback(platform, scenario);
  const reading = playback(platform, scenario);
  if (expected.invalid !== undefined) await platform.validate(config, checking).catch(() => null);
  if (expected.profile) {
    const { key } = await platform.validate(config, checking);
    await platform.profile(key, config, reading);
  }
  const walked = expected.reviews ? (await walk(platform, scenario)).requested : [];
  return [...checking.requested, ...reading.requested, ...walked];
}
