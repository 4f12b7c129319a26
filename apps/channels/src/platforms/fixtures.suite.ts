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

/** One answer of the platform. The same address may stand in several; they are given in order, the last for good. */
interface Exchange {
  url: string;
  status?: number;
  /** JSON to answer with, or the name of a file beside the scenario. */
  body?: unknown;
  file?: string;
}

interface Scenario {
  what: string;
  now: string;
  config: ChannelConfig;
  exchanges: Exchange[];
  expected: {
    /** Code that validate() throws. */
    invalid?: string;
    profile?: Partial<ProfileInfo>;
    /** In the order of the source; fields left out are not compared. */
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

/** A context whose Http answers from the scenario alone; `asked` lists the addresses in order. */
export function playback(platform: Platform, scenario: Scenario): Ctx & { asked: string[] } {
  const waiting = [...scenario.exchanges];
  const asked: string[] = [];
  const next = (url: string): Exchange => {
    const matching = waiting.filter((exchange) => exchange.url === url);
    const [first] = matching;
    if (!first) throw new CrawlError('NOT_FOUND', `the fixture has no ${url}`);
    if (matching.length > 1) waiting.splice(waiting.indexOf(first), 1);
    return first;
  };
  return {
    asked,
    now: () => new Date(scenario.now),
    http: {
      get: async (address, options) => {
        const url = new URL(address);
        for (const [name, value] of Object.entries(options?.query ?? {})) {
          if (value !== undefined) url.searchParams.set(name, String(value));
        }
        asked.push(url.href);
        return replyOf(platform, next(url.href), url.href);
      },
    },
  };
}

function replyOf(platform: Platform, { status = 200, body, file }: Exchange, url: string): HttpResponse {
  const text =
    file === undefined ? JSON.stringify(body) : readFileSync(join(folderOf(platform), file), 'utf8');
  if (status >= 400)
    throw new CrawlError(status === 404 ? 'NOT_FOUND' : 'UPSTREAM_ERROR', `status ${status}`, { status });
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

/** Reads a profile to the end as the engine does, from `start` when given. */
export async function walk(
  platform: Platform,
  scenario: Scenario,
  start?: { partition: string; cursor: Cursor },
): Promise<Walk> {
  const ctx = playback(platform, scenario);
  const { config } = scenario;
  const key = platform.match(new URL(config.url ?? ''));
  if (!key) throw new Error(`${platform.meta.slug} does not know ${config.url}`);
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
