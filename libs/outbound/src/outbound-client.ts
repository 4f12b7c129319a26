import { LRUCache } from 'lru-cache';
import { Agent, type buildConnector, type Dispatcher } from 'undici';
import { Breakers } from './breakers';
import { type DialRecord, guardedConnector, recordDial, trustedConnector } from './guard/connector';
import { OutboundError, type PhaseTimings, sentenceFor, toOutboundError } from './outbound-error';
import {
  clientLimits,
  type Limits,
  limitsOf,
  type OutboundOptions,
  type OutboundRequest,
} from './outbound-options';
import { OutboundReply, type ReplyHeaders } from './outbound-reply';
import { Pace, type PaceRule } from './pace';
import { redirectedRequest, redirectTarget } from './redirects';
import { Resolver } from './guard/resolver';
import { ACCEPTED_ENCODINGS, decompress } from './response-body';
import { ResponseCollector } from './response-collector';
import { filteredConnector } from './response-filter';
import { asAsked, type Route, routeOf } from './guard/route';

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECTIONS_PER_ORIGIN = 20;
/** Long enough for reuse within a burst, short enough to notice a changed DNS answer soon. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 30_000;
const STALE_WITHIN_MS = 1_000;
const ROUTES = 1_000;

/** One request of a chain of redirects. */
interface Hop {
  url: string;
  request: OutboundRequest;
  limits: Limits;
}

/**
 * The only way to the internet: HTTP/1.1 through an address guard, with a limit on every phase. It ignores proxy settings
 * of the environment. Create one client per purpose. Closing it closes its connections.
 */
export class OutboundClient {
  private readonly resolver: Resolver;
  /** The connections by the trust in the host. */
  private readonly agents: Readonly<Record<Route['trust'], Agent>>;
  private readonly limits: Limits;
  private readonly pace: Pace;
  private readonly breakers: Breakers | null;
  private readonly staleWithinMs: number;
  private readonly routes = new LRUCache<string, Route>({ max: ROUTES });

  constructor(private readonly options: OutboundOptions) {
    const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
    this.resolver = new Resolver(options.resolver, options.lookupTimeoutMs);
    this.agents = {
      none: this.agent(guardedConnector({ ...options, resolver: this.resolver, connectTimeoutMs })),
      allowed: this.agent(trustedConnector(connectTimeoutMs, options.denyCidrs)),
      override: this.agent(trustedConnector(connectTimeoutMs)),
    };
    this.limits = clientLimits(options);
    this.pace = new Pace(options.paceClock);
    this.breakers = options.breaker ? new Breakers(options.breaker) : null;
    this.staleWithinMs = options.staleWithinMs ?? STALE_WITHIN_MS;
  }

  /**
   * Returns the reply, whatever its status. Throws {@link OutboundError} if there is none, `redirect` for more than
   * `maxRedirects` redirects, and `blocked_address` for a redirect to a refused address.
   */
  request(url: string | URL, request: OutboundRequest = {}): Promise<OutboundReply> {
    const hop = { url: String(url), request, limits: limitsOf(this.limits, request) };
    return hop.limits.maxRedirects === 0 ? this.hop(hop) : this.followed(hop);
  }

  /** Closes at once. Requests in flight fail. */
  async close(): Promise<void> {
    this.resolver.close();
    this.breakers?.close();
    await Promise.all(Object.values(this.agents).map((agent) => agent.destroy()));
  }

  private agent(connect: buildConnector.connector): Agent {
    const maxHeaderSize = this.options.maxHeaderBytes ?? MAX_HEADER_BYTES;
    return new Agent({
      connect: filteredConnector(connect, maxHeaderSize),
      connections: this.options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      maxHeaderSize,
    });
  }

  private async followed(first: Hop): Promise<OutboundReply> {
    let hop = first;
    for (let left = first.limits.maxRedirects; ; left--) {
      const reply = await this.hop(hop);
      const location = redirectTarget(reply.status, reply.header('location'), reply.url);
      if (location === null) return reply;
      if (left === 0) throw new OutboundError('redirect', sentenceFor('redirect'));
      const url = asAsked(this.routeOf(hop.url), location);
      hop = { ...hop, url, request: redirectedRequest(hop.request, reply.status, hop.url, url) };
    }
  }

  /** Most requests have neither a pace nor a breaker. They do not pay for the promises of both. */
  private hop(hop: Hop): Promise<OutboundReply> {
    const rule = hop.request.pace ?? this.options.pace;
    return rule || this.breakers ? this.controlledHop(hop, rule) : this.send(hop);
  }

  private async controlledHop(hop: Hop, rule?: PaceRule): Promise<OutboundReply> {
    const { owner, signal } = hop.request;
    if (!owner) throw new Error('A request with a breaker or a pace must have an owner');
    const { origin } = this.routeOf(hop.url).url;
    const leave = rule ? await this.pace.enter(origin, rule, owner, signal) : undefined;
    try {
      const run = (): Promise<OutboundReply> => this.send(hop);
      return this.breakers ? await this.breakers.run(origin, owner, run) : await run();
    } finally {
      leave?.();
    }
  }

  /** Sends the request. Sends it once more if the connection was stale and the request may be repeated. */
  private async send(hop: Hop, isRepeated = false): Promise<OutboundReply> {
    const route = this.routeOf(hop.url);
    const { limits } = hop;
    const { signal } = hop.request;
    signal?.throwIfAborted();
    const began = performance.now();
    const dial: DialRecord = { dialled: false, dns: null, connect: null, tls: null };
    const collector = new ResponseCollector(limits);
    const abortWithCaller = (): void => collector.abort(signal?.reason);
    signal?.addEventListener('abort', abortWithCaller, { once: true });
    try {
      recordDial(dial, () => this.dispatch(route, hop, collector));
      const { status, headers, bytes, truncated } = await collector.response;
      const encoding = truncated ? null : encodingOf(headers, limits);
      const body = encoding === null ? bytes : await decompress(bytes, encoding, limits.maxBytes);
      const { href: url } = route.url;
      const timings = phases(dial, collector, began);
      return new OutboundReply({ status, headers, body, truncated, url, timings });
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const outbound = toOutboundError(error);
      outbound.timings = phases(dial, collector, began);
      const wasStale = !dial.dialled && !collector.hasBegun && this.wasClosedEarly(outbound);
      if (isRepeated || !wasStale || !this.mayRepeat(hop.request)) throw outbound;
    } finally {
      signal?.removeEventListener('abort', abortWithCaller);
    }
    return this.send(hop, true);
  }

  private wasClosedEarly({ code, timings }: OutboundError): boolean {
    return code === 'connection_reset' && timings !== null && timings.total <= this.staleWithinMs;
  }

  private mayRepeat(request: OutboundRequest): boolean {
    return request.resendStale ?? this.options.resendStale ?? isSafe(request);
  }

  private dispatch(route: Route, { request, limits }: Hop, collector: ResponseCollector): void {
    const options: Dispatcher.DispatchOptions = {
      origin: route.origin,
      path: route.path,
      method: request.method ?? 'GET',
      headers: this.requestHeaders(route, request, limits),
      body: request.body ?? null,
      // Idle limits, a second safety below the exact limits of the collector.
      headersTimeout: limits.headersTimeoutMs + 1_000,
      bodyTimeout: limits.bodyTimeoutMs + 1_000,
    };
    this.agents[route.trust].dispatch(options, collector);
  }

  private requestHeaders(route: Route, request: OutboundRequest, limits: Limits): Record<string, string> {
    const given = request.headers ?? {};
    const headers: Record<string, string> = {};
    const add = (name: string, value: string): void => {
      if (!hasHeader(given, name)) headers[name] = value;
    };
    add('user-agent', this.options.userAgent);
    if (limits.decompress) add('accept-encoding', ACCEPTED_ENCODINGS);
    // One stand-in may serve several origins. This header tells them apart.
    if (route.trust === 'override') add('x-forwarded-host', route.url.host);
    return Object.assign(headers, given);
  }

  /** The same few URLs are requested again and again, and to check one takes longer than the rest of a request. */
  private routeOf(target: string): Route {
    const known = this.routes.get(target);
    if (known) return known;
    const route = routeOf(target, this.options);
    this.routes.set(target, route);
    return route;
  }
}

/** Returns how the body is compressed. Returns null if it is not, or if it is to stay so. */
function encodingOf(headers: ReplyHeaders, { decompress: wanted }: Limits): string | null {
  const encoding = headers['content-encoding'];
  return wanted && typeof encoding === 'string' ? encoding : null;
}

/** `name` is in lower case. */
function hasHeader(headers: Readonly<Record<string, string>>, name: string): boolean {
  for (const given in headers) if (given.length === name.length && given.toLowerCase() === name) return true;
  return false;
}

function isSafe(request: OutboundRequest): boolean {
  return request.method === undefined || request.method === 'GET' || request.method === 'HEAD';
}

function phases(dial: DialRecord, { headersAt }: ResponseCollector, began: number): PhaseTimings {
  const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
  return {
    dns: rounded(dial.dns),
    connect: rounded(dial.connect),
    tls: rounded(dial.tls),
    first_byte: rounded(headersAt === null ? null : headersAt - began),
    total: Math.round(performance.now() - began),
  };
}
