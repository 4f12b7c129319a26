import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  OutboundClient,
  OutboundError,
  type OutboundOptions,
  outboundPolicy,
  type OutboundReply,
  type PaceAhead,
  PaceExceeded,
  type PaceRule,
  type RequestOwner,
} from '@plaudit/outbound';
import { Clock, Randomness, sendTraced, Tracing } from '@plaudit/runtime';
import { ChannelsEnv, userAgentOf } from '../../channels.env';
import { CrawlError } from '../../platforms/crawl-error';
import type { Http, HttpOptions, HttpResponse } from '../../platforms/context';
import { type PlatformMeta } from '../../platforms/platform';
import { fromOutbound, fromPace, type ResponseParts } from './http-errors';
import { type RequestingPlatform, toHttpResponse } from './http-response';
import type { PageValidators } from './page-validators';
import { assertOwnHost, redirectOf } from './redirects';
import { withQuery } from './request-url';
import { MAX_ROBOTS_BYTES, type RobotsResponse, RobotsRules } from './robots';

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TOTAL_TIMEOUT_MS = 30_000;
/** If a platform asks for a longer wait, the crawl ends and is tried again later. */
const MAX_WAIT_MS = 10_000;
const FIRST_RETRY_MS = 500;
const MAX_CRAWL_DELAY_S = 60;
/**
 * A person waits for a profile check, so its requests go ahead of the crawls of the origin, which pay for them. An account has half
 * of this number.
 */
const CHECKS_AHEAD: PaceAhead = { requests: 64, maxWaitMs: 5_000 };
/** More than the checks and crawls that one account can have in progress, so that slow ones leave connections to the others. */
const CONNECTIONS_PER_ORIGIN = 100;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const RETRYABLE = new Set(['UPSTREAM_ERROR', 'TIMEOUT', 'NETWORK', 'RATE_LIMITED']);

const ACCEPT = {
  json: 'application/json',
  html: 'text/html,application/xhtml+xml',
  xml: 'application/xml,text/xml,application/rss+xml',
} as const;

interface RequestTerms {
  signal: AbortSignal;
  /** How many times a failed request is repeated if the error may be temporary. */
  retries: number;
  /** The account that the requests are sent for. */
  account: number;
  /** A person waits for a check. */
  line: 'check' | 'crawl';
  /** The validators of a crawl. A profile check has none and reads every page. */
  validators?: PageValidators;
  /** Receives each response that the platform reads. */
  onResponse?(response: HttpResponse): void;
}

type ClientLimits = Pick<
  OutboundOptions,
  'maxBytes' | 'totalTimeoutMs' | 'connectTimeoutMs' | 'connectionsPerOrigin' | 'breaker'
>;

/**
 * Sends the adapters' requests. Requests are paced per origin, limited in size and time, identify us by their
 * User-Agent, and obey robots.txt.
 */
@Injectable()
export class PlatformHttpClient implements OnApplicationShutdown {
  private readonly client: OutboundClient;
  private readonly robots: RobotsRules;
  /** The product token of our User-Agent, which robots.txt names. */
  private readonly product: string;

  constructor(
    private readonly env: ChannelsEnv,
    private readonly clock: Clock,
    private readonly randomness: Randomness,
    private readonly tracing: Tracing,
  ) {
    const userAgent = userAgentOf(env);
    this.client = new OutboundClient({
      ...outboundPolicy(env),
      userAgent,
      decompress: true,
      ...this.limits(),
    });
    this.product = userAgent.split(/[/\s]/, 1)[0] ?? userAgent;
    this.robots = new RobotsRules(this.product, () => clock.now());
  }

  /** The limits of a request, and when the breaker of an account at an origin opens. The constructor reads them. */
  protected limits(): ClientLimits {
    return {
      maxBytes: MAX_BYTES,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      connectTimeoutMs: 10_000,
      connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
      breaker: { volumeThreshold: 5, errorThresholdPercentage: 50, resetTimeoutMs: 60_000 },
    };
  }

  /** Returns the Http of one crawl or profile check. It can reach only the platform's own hosts. */
  of(platform: RequestingPlatform, terms: RequestTerms): Http {
    const run = async (request: PlatformRequest): Promise<HttpResponse> => {
      const response = await this.withRetries(terms, () => this.follow(platform, terms, request));
      terms.onResponse?.(response);
      return response;
    };
    return {
      get: (address, options = {}) => {
        const url = withQuery(address, options.query);
        const validators = options.conditional ? terms.validators : undefined;
        const conditions = validators?.headersFor(url.href);
        return run({ url, headers: { ...headersOf(options), ...conditions }, validators });
      },
      post: (url, options) =>
        run({
          url: withQuery(url, options.query),
          headers: { ...headersOf(options), 'content-type': 'json' in options ? JSON_TYPE : FORM_TYPE },
          body:
            'json' in options ? JSON.stringify(options.json) : new URLSearchParams(options.form).toString(),
        }),
    };
  }

  /** Runs after the worker has stopped its crawls in `onModuleDestroy`. */
  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }

  private async withRetries(
    terms: RequestTerms,
    attempt: () => Promise<HttpResponse>,
  ): Promise<HttpResponse> {
    for (let attempts = 0; ; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        const waitMs = this.retryDelay(error, attempts, terms);
        if (waitMs === null) throw error;
        await delay(waitMs, undefined, { signal: terms.signal });
      }
    }
  }

  /** Returns how long to wait before the next attempt, or null if there is none. */
  private retryDelay(error: unknown, attempts: number, terms: RequestTerms): number | null {
    const retryable = error instanceof CrawlError && RETRYABLE.has(error.code) && attempts < terms.retries;
    if (!retryable || isRefusedByBreaker(error)) return null;
    const { retryAfterMs } = error.info;
    if (retryAfterMs !== undefined) return retryAfterMs <= MAX_WAIT_MS ? retryAfterMs : null;
    return this.randomness.fraction() * FIRST_RETRY_MS * 2 ** attempts;
  }

  private async follow(
    platform: RequestingPlatform,
    terms: RequestTerms,
    request: PlatformRequest,
  ): Promise<HttpResponse> {
    const { meta } = platform;
    let { url } = request;
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      assertOwnHost(meta, url, request.url);
      const isPage = meta.robots === 'obey' && meta.apiHosts?.includes(url.hostname) !== true;
      const crawlDelay = isPage ? await this.assertAllowed(meta, terms, url) : null;
      const sending = { headers: headersAt(url, request), body: request.body, crawlDelay };
      const response = await this.send(meta, terms, url, sending);
      const target = redirectOf(response, url);
      if (target === null) {
        const parts = partsOf(response);
        request.validators?.notice(request.url.href, parts);
        return toHttpResponse(platform, parts, url.href, this.clock.now());
      }
      url = target;
    }
    throw new CrawlError('SOURCE_RETIRED', 'The URL redirects in a loop. Check the URL.');
  }

  /** Returns the Crawl-delay of robots.txt in seconds, or null. Throws ROBOTS_DISALLOWED if the URL may not be read. */
  private async assertAllowed(meta: PlatformMeta, terms: RequestTerms, url: URL): Promise<number | null> {
    const send = async (robotsUrl: string): Promise<RobotsResponse> => {
      const limits = {
        overflow: 'truncate',
        maxBytes: MAX_ROBOTS_BYTES,
        maxRedirects: MAX_REDIRECTS,
      } as const;
      const response = await this.send(meta, terms, new URL(robotsUrl), { headers: {}, limits });
      return { status: response.status, text: response.text() };
    };
    const { account, line, signal } = terms;
    const verdict = await this.robots.verdict(url, { account, line, send, signal });
    if (verdict.allowed) return verdict.crawlDelay;
    throw new CrawlError(
      'ROBOTS_DISALLOWED',
      `robots.txt of ${url.host} does not allow us to read this page. Allow the user agent ${this.product} there.`,
    );
  }

  private async send(
    meta: PlatformMeta,
    terms: RequestTerms,
    url: URL,
    { headers, body, crawlDelay, limits }: Sending,
  ): Promise<OutboundReply> {
    const { signal } = terms;
    const pace = this.paceOf(meta, terms, crawlDelay ?? 0);
    const owner = ownerOf(meta, terms, url);
    try {
      // Platforms are strangers, so they are not told the trace.
      const method = body === undefined ? 'GET' : 'POST';
      const resent = body === undefined ? undefined : { body, resendStale: true };
      const send = (): Promise<OutboundReply> =>
        this.client.request(url, { method, headers, signal, owner, pace, ...resent, ...limits });
      return await sendTraced(this.tracing, { method, url }, send);
    } catch (error) {
      if (error instanceof PaceExceeded) throw fromPace(error, url);
      throw error instanceof OutboundError ? fromOutbound(error) : error;
    }
  }

  private paceOf({ rate }: PlatformMeta, { line }: RequestTerms, crawlDelay: number): PaceRule | undefined {
    const factor = this.env.CRAWL_RATE_FACTOR;
    if (factor === 0) return undefined;
    const slowest = crawlDelay > 0 ? 1 / Math.min(crawlDelay, MAX_CRAWL_DELAY_S) : Number.POSITIVE_INFINITY;
    return {
      ratePerSecond: Math.min(rate.perSecond, slowest) * factor,
      burst: crawlDelay > 0 ? 1 : rate.burst,
      ahead: line === 'check' ? CHECKS_AHEAD : undefined,
    };
  }
}

/** What a platform wants to have sent. */
interface PlatformRequest {
  url: URL;
  headers: Record<string, string>;
  /** Absent for a GET. */
  body?: string;
  /** Where the validators of a conditional request are. */
  validators?: PageValidators | undefined;
}

interface Sending {
  headers: Record<string, string>;
  body?: string;
  crawlDelay?: number | null;
  limits?: { overflow: 'truncate'; maxBytes: number; maxRedirects: number };
}

/** Accounts share the hosts that a platform names. They choose those of `any` and below a domain, such as `acme.zendesk.com`. */
function ownerOf({ hosts }: PlatformMeta, { account }: RequestTerms, { hostname }: URL): RequestOwner {
  return { account, origin: hosts !== 'any' && hosts.includes(hostname) ? 'shared' : 'own' };
}

function isRefusedByBreaker(error: CrawlError): boolean {
  return error.cause instanceof OutboundError && error.cause.code === 'breaker_open';
}

/** The headers may have a key of the customer, so they are sent to the host that the platform named and to no other one. */
function headersAt(url: URL, request: PlatformRequest): Record<string, string> {
  if (url.origin === request.url.origin) return request.headers;
  const { accept } = request.headers;
  return accept === undefined ? {} : { accept };
}

function headersOf({ headers, accept }: HttpOptions): Record<string, string> {
  return { ...(accept ? { accept: ACCEPT[accept] } : {}), ...headers };
}

function partsOf(response: OutboundReply): ResponseParts {
  const { status } = response;
  return { status, header: (name) => response.header(name), text: () => response.text() };
}
