import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CrawlError } from './crawl-error';
import {
  type ChannelConfig,
  type Ctx,
  type Cursor,
  type HttpResponse,
  type NormalizedReview,
  type Platform,
  type ProfileInfo,
} from './platform';

/**
 * A response of the platform. Several exchanges with the same URL are used in their order. The last one is repeated.
 */
interface Exchange {
  url: string;
  status?: number;
  /** The response is this JSON, or the content of `file`, which lies beside the scenario. */
  body?: unknown;
  file?: string;
}

interface Scenario {
  what: string;
  now: string;
  config: ChannelConfig;
  exchanges: Exchange[];
  expected: {
    /** The code of the error that validate() throws. */
    invalid?: string;
    profile?: Partial<ProfileInfo>;
    /** In the order of the platform. Omitted fields are not compared. */
    reviews?: Record<string, unknown>[];
  };
}

function folderOf(platform: Platform): string {
  return join(__dirname, 'fixtures', platform.meta.slug.replaceAll('_', '-'));
}

export function scenariosOf(platform: Platform): Scenario[] {
  return readdirSync(folderOf(platform))
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folderOf(platform), name), 'utf8')) as Scenario);
}

/** Returns a context whose Http responds from the scenario. `requested` lists the requested URLs in order. */
export function playback(platform: Platform, scenario: Scenario): Ctx & { requested: string[] } {
  const waiting = [...scenario.exchanges];
  const requested: string[] = [];
  const next = (url: string): Exchange => {
    const matching = waiting.filter((exchange) => exchange.url === url);
    const [first] = matching;
    if (!first) throw new CrawlError('NOT_FOUND', `The fixture has no exchange for ${url}`);
    if (matching.length > 1) waiting.splice(waiting.indexOf(first), 1);
    return first;
  };
  return {
    requested,
    now: () => new Date(scenario.now),
    read: async (response) => structuredClone(platform.read?.(response.text(), response.url)),
    http: {
      get: async (address, options) => {
        const url = new URL(address);
        for (const [name, value] of Object.entries(options?.query ?? {})) {
          if (value !== undefined) url.searchParams.set(name, String(value));
        }
        requested.push(url.href);
        return responseOf(platform, next(url.href), url.href);
      },
    },
  };
}

function responseOf(platform: Platform, { status = 200, body, file }: Exchange, url: string): HttpResponse {
  const text =
    file === undefined ? JSON.stringify(body) : readFileSync(join(folderOf(platform), file), 'utf8');
  if (status >= 400)
    throw new CrawlError(
      status === 404 ? 'NOT_FOUND' : 'UPSTREAM_ERROR',
      `The fixture responds with status ${status}`,
      { status },
    );
  return { status, url, text: () => text, json: <T>() => JSON.parse(text) as T };
}

interface Walk {
  pages: {
    rows: readonly unknown[];
    reviews: readonly NormalizedReview[];
    next: Cursor | null;
    partition: string;
  }[];
  reviews: NormalizedReview[];
}

/** Reads all pages of a profile as the crawler does. If `start` is given, reading begins there. */
export async function walk(
  platform: Platform,
  scenario: Scenario,
  start?: { partition: string; cursor: Cursor },
): Promise<Walk> {
  const ctx = playback(platform, scenario);
  const { config } = scenario;
  const key = platform.match(new URL(config.url ?? ''));
  if (!key) throw new Error(`${platform.meta.slug} does not match ${config.url}`);
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
  return { pages, reviews: pages.flatMap((page) => page.reviews) };
}
