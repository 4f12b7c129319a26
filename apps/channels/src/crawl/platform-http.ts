import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { OutboundClient, OutboundError, outboundPolicy, type OutboundReply } from '@plaudit/outbound';
import { Clock, Randomness } from '@plaudit/runtime';
import { getDomain } from 'tldts';
import { ChannelsEnv, userAgentOf } from '../channels.env';
import {
  CrawlError,
  type Http,
  type HttpOptions,
  type HttpReply,
  type PlatformMeta,
} from '../platforms/platform';
import { fromOutbound, fromStatus, isChallenge } from './http-errors';
import { ROBOTS_BYTES, RobotsRules } from './robots';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TOTAL_TIMEOUT_MS = 30_000;
/** Within a crawl we wait this long for a platform that asks us to; longer, and the crawl is put off. */
const MAX_WAIT_MS = 10_000;
const FIRST_RETRY_MS = 500;
const MAX_CRAWL_DELAY_S = 60;
const RETRIED = new Set(['UPSTREAM_ERROR', 'TIMEOUT', 'NETWORK', 'RATE_LIMITED']);

const ACCEPT = {
  json: 'application/json',
  html: 'text/html,application/xhtml+xml',
  xml: 'application/xml,text/xml,application/rss+xml',
} as const;

interface HttpTerms {
  signal: AbortSignal;
  /** How often a request that may succeed next time is repeated. */
  retries: number;
}

/** The adapters' way out, on libs/outbound: paced by origin, honest, bounded, obeying robots.txt. */
@Injectable()
export class PlatformHttp implements OnApplicationShutdown {
  private readonly client: OutboundClient;
  private readonly robots: RobotsRules;

  constructor(
    private readonly env: ChannelsEnv,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
  ) {
    const userAgent = userAgentOf(env);
    this.client = new OutboundClient({
      ...outboundPolicy(env),
      userAgent,
      maxBytes: MAX_BYTES,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      connectTimeoutMs: 10_000,
      decompress: true,
      breaker: { volumeThreshold: 5, errorThresholdPercentage: 50, resetTimeoutMs: 60_000 },
    });
    this.robots = new RobotsRules(userAgent.split(/[/\s]/, 1)[0] ?? userAgent, () => clock.now());
  }

  /** For one crawl or question; only the platform's own hosts can be reached. */
  of(meta: PlatformMeta, terms: HttpTerms): Http {
    return { get: (url, options) => this.patiently(terms, () => this.follow(meta, terms, url, options)) };
  }

  /** Later than the worker, which stops its crawls in `onModuleDestroy`. */
  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private async patiently(terms: HttpTerms, attempt: () => Promise<HttpReply>): Promise<HttpReply> {
    for (let tried = 0; ; tried++) {
      try {
        return await attempt();
      } catch (error) {
        const waitMs = this.waitBefore(error, tried, terms);
        if (waitMs === null) throw error;
        await delay(waitMs, undefined, { signal: terms.signal });
      }
    }
  }

  /** Null = do not try again. */
  private waitBefore(error: unknown, tried: number, terms: HttpTerms): number | null {
    const repeatable = error instanceof CrawlError && RETRIED.has(error.code) && tried < terms.retries;
    if (!repeatable || isRefusedByBreaker(error)) return null;
    const asked = error.info.retryAfterMs;
    if (asked !== undefined) return asked <= MAX_WAIT_MS ? asked : null;
    return this.randomness.fraction() * FIRST_RETRY_MS * 2 ** tried;
  }

  private async follow(
    meta: PlatformMeta,
    terms: HttpTerms,
    address: string | URL,
    options: HttpOptions = {},
  ): Promise<HttpReply> {
    let url = withQuery(address, options.query);
    const asked = url;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      assertOwnHost(meta, url, asked);
      const crawlDelay = meta.robots === 'obey' ? await this.assertWelcome(meta, terms, url) : null;
      const reply = await this.send(meta, terms, url, { headers: headersOf(options), crawlDelay });
      const target = redirectOf(reply, url);
      if (target === null) return this.answer(reply, url);
      url = target;
    }
    throw new CrawlError('SOURCE_RETIRED', 'The address redirects without end.');
  }

  private answer(reply: OutboundReply, url: URL): HttpReply {
    const parts = {
      status: reply.status,
      header: (name: string) => reply.header(name),
      text: () => reply.text(),
    };
    const error = fromStatus(parts, this.clock.now());
    if (error) throw error;
    return {
      status: reply.status,
      url: url.href,
      text: () => reply.text(),
      json: <T>(): T => {
        try {
          return JSON.parse(reply.text()) as T;
        } catch (cause) {
          if (isChallenge(parts))
            throw new CrawlError('BLOCKED', 'The platform refuses automated access.', {}, { cause });
          throw new CrawlError(
            'LAYOUT_CHANGED',
            'The platform answered in a form that is not known.',
            {},
            { cause },
          );
        }
      },
    };
  }

  /** Seconds between requests that robots.txt asks for; throws ROBOTS_DISALLOWED when we are not welcome. */
  private async assertWelcome(meta: PlatformMeta, terms: HttpTerms, url: URL): Promise<number | null> {
    const verdict = await this.robots.verdict(url, async (robotsUrl) => {
      const limits = { overflow: 'truncate', maxBytes: ROBOTS_BYTES, maxRedirects: MAX_REDIRECTS } as const;
      const reply = await this.send(meta, terms, new URL(robotsUrl), { headers: {}, limits });
      return { status: reply.status, text: reply.text() };
    });
    if (verdict.allowed) return verdict.crawlDelay;
    throw new CrawlError(
      'ROBOTS_DISALLOWED',
      `robots.txt of ${url.host} does not allow us to read this page.`,
    );
  }

  private async send(
    { rate }: PlatformMeta,
    { signal }: HttpTerms,
    url: URL,
    { headers, crawlDelay, limits }: Sending,
  ): Promise<OutboundReply> {
    const factor = this.env.CRAWL_RATE_FACTOR;
    const slowest = crawlDelay ? 1 / Math.min(crawlDelay, MAX_CRAWL_DELAY_S) : Number.POSITIVE_INFINITY;
    const ratePerSecond = Math.min(rate.perSecond, slowest) * factor;
    const pace = factor > 0 ? { ratePerSecond, burst: crawlDelay ? 1 : rate.burst } : undefined;
    try {
      return await this.client.request(url, { headers, signal, pace, ...limits });
    } catch (error) {
      throw error instanceof OutboundError ? fromOutbound(error) : error;
    }
  }
}

interface Sending {
  headers: Record<string, string>;
  crawlDelay?: number | null;
  limits?: { overflow: 'truncate'; maxBytes: number; maxRedirects: number };
}

function isRefusedByBreaker(error: CrawlError): boolean {
  return error.cause instanceof OutboundError && error.cause.code === 'breaker_open';
}

function withQuery(address: string | URL, query: HttpOptions['query'] = {}): URL {
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  return url;
}

function headersOf({ headers, accept }: HttpOptions): Record<string, string> {
  return { ...(accept ? { accept: ACCEPT[accept] } : {}), ...headers };
}

function redirectOf(reply: OutboundReply, from: URL): URL | null {
  const location = reply.header('location');
  if (reply.status < 300 || reply.status > 399 || location === null) return null;
  if (!URL.canParse(location, from.href))
    throw new CrawlError('UPSTREAM_ERROR', 'The platform redirects to no address.');
  return new URL(location, from.href);
}

/** A redirect elsewhere means that the profile is not there any more, never that it has no reviews. */
function assertOwnHost({ hosts, label }: PlatformMeta, url: URL, asked: URL): void {
  if (hosts !== 'any') {
    if (hosts.includes(url.hostname)) return;
    throw new CrawlError('SOURCE_RETIRED', `${label} redirects to another site, ${url.hostname}.`);
  }
  const sameSite = url.hostname === asked.hostname || siteOf(url) === siteOf(asked);
  if (!sameSite)
    throw new CrawlError('SOURCE_RETIRED', `The page redirects to another site, ${url.hostname}.`);
}

function siteOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}
