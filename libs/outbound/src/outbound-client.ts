import { Agent, type Dispatcher } from 'undici';
import { Breakers } from './breakers';
import { type DialRecord, dialRecord, guardedConnector, trustedConnector } from './guard/connector';
import { OutboundError, type PhaseTimings, sentenceFor, toOutboundError } from './outbound-error';
import { type Limits, limitsOf, type OutboundOptions, type OutboundRequest } from './outbound-options';
import { OutboundReply, type ReplyHeaders } from './outbound-reply';
import { Pace } from './pace';
import { redirectedRequest, redirectTarget } from './redirects';
import { Resolver } from './guard/resolver';
import { ACCEPTED_ENCODINGS, decompress, readBody } from './response-body';
import { asAsked, type Route, routeOf } from './guard/route';

const CONNECT_TIMEOUT_MS = 3_000;
const MAX_HEADER_BYTES = 16 * 1024;
const CONNECTIONS_PER_ORIGIN = 20;
/** Long enough for reuse within a burst, short enough to notice a changed DNS answer soon. */
const KEEP_ALIVE_MS = 4_000;
const KEEP_ALIVE_MAX_MS = 30_000;
const STALE_WITHIN_MS = 1_000;

interface Exchange {
  route: Route;
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
  private readonly pace: Pace;
  private readonly breakers: Breakers | null;

  constructor(private readonly options: OutboundOptions) {
    const connectTimeoutMs = options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS;
    this.resolver = new Resolver(options.resolver, options.lookupTimeoutMs);
    this.agents = {
      none: this.agent(guardedConnector({ ...options, resolver: this.resolver, connectTimeoutMs })),
      allowed: this.agent(trustedConnector(connectTimeoutMs, options.denyCidrs)),
      override: this.agent(trustedConnector(connectTimeoutMs)),
    };
    this.pace = new Pace(options.paceClock);
    this.breakers = options.breaker ? new Breakers(options.breaker) : null;
  }

  /**
   * Returns the reply, whatever its status. Throws {@link OutboundError} if there is none, `redirect` for more than
   * `maxRedirects` redirects, and `blocked_address` for a redirect to a refused address.
   */
  async request(url: string | URL, request: OutboundRequest = {}): Promise<OutboundReply> {
    const limits = limitsOf(this.options, request);
    let hop = request;
    let target = String(url);
    for (let left = limits.maxRedirects; ; left--) {
      const route = routeOf(target, this.options);
      const reply = await this.hop({ route, request: hop, limits });
      const location = redirectTarget(reply.status, reply.header('location'), reply.url);
      if (location === null || limits.maxRedirects === 0) return reply;
      if (left === 0) throw new OutboundError('redirect', sentenceFor('redirect'));
      const next = asAsked(route, location);
      hop = redirectedRequest(hop, reply.status, target, next);
      target = next;
    }
  }

  /** Closes at once. Requests in flight fail. */
  async close(): Promise<void> {
    this.resolver.close();
    this.breakers?.close();
    await Promise.all(Object.values(this.agents).map((agent) => agent.destroy()));
  }

  private agent(connect: Agent.Options['connect']): Agent {
    return new Agent({
      connect,
      connections: this.options.connectionsPerOrigin ?? CONNECTIONS_PER_ORIGIN,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MAX_MS,
      maxHeaderSize: this.options.maxHeaderBytes ?? MAX_HEADER_BYTES,
    });
  }

  private async hop(exchange: Exchange): Promise<OutboundReply> {
    const { route, request } = exchange;
    const rule = request.pace ?? this.options.pace;
    const leave = rule ? await this.pace.enter(route.url.origin, rule, request.signal) : undefined;
    try {
      const run = (): Promise<OutboundReply> => this.sendTwiceIfStale(exchange);
      return this.breakers ? await this.breakers.run(route.url.origin, run) : await run();
    } finally {
      leave?.();
    }
  }

  private async sendTwiceIfStale(exchange: Exchange): Promise<OutboundReply> {
    const began = performance.now();
    const dial: DialRecord = { dialled: false, dns: null, connect: null, tls: null };
    try {
      return await dialRecord.run(dial, () => this.exchange(exchange, dial));
    } catch (error) {
      const { request } = exchange;
      const mayResend = request.resendStale ?? this.options.resendStale ?? isSafe(request);
      const stale = error instanceof OutboundError && error.code === 'connection_reset' && !dial.dialled;
      const staleWithinMs = this.options.staleWithinMs ?? STALE_WITHIN_MS;
      if (!stale || !mayResend || performance.now() - began > staleWithinMs) throw error;
    }
    const second: DialRecord = { dialled: false, dns: null, connect: null, tls: null };
    return dialRecord.run(second, () => this.exchange(exchange, second));
  }

  private async exchange(exchange: Exchange, dial: DialRecord): Promise<OutboundReply> {
    const { request, limits } = exchange;
    const began = performance.now();
    const ending = new AbortController();
    const abortWithCaller = (): void => ending.abort(request.signal?.reason);
    request.signal?.throwIfAborted();
    request.signal?.addEventListener('abort', abortWithCaller, { once: true });
    const total = abortAfter(ending, limits.totalTimeoutMs, 'The request did not end');
    const timings = (firstByte: number | null): PhaseTimings => phases(dial, firstByte, began);
    let firstByte: number | null = null;
    try {
      const response = await this.headers(exchange, ending);
      firstByte = performance.now() - began;
      const body = await this.body(response, limits);
      return new OutboundReply({
        status: response.statusCode,
        headers: response.headers as ReplyHeaders,
        body: body.bytes,
        truncated: body.truncated,
        url: exchange.route.url.href,
        timings: timings(firstByte),
      });
    } catch (error) {
      if (request.signal?.aborted) throw request.signal.reason;
      const outbound = toOutboundError(error);
      outbound.timings = timings(firstByte);
      throw outbound;
    } finally {
      clearTimeout(total);
      request.signal?.removeEventListener('abort', abortWithCaller);
    }
  }

  /** Only an AbortController ends a flood of 103 responses or a header sent byte by byte. */
  private async headers(exchange: Exchange, ending: AbortController): Promise<Dispatcher.ResponseData> {
    const { route, request, limits } = exchange;
    const timer = abortAfter(ending, limits.headersTimeoutMs, 'The server did not answer');
    try {
      return await this.agents[route.trust].request({
        origin: route.dialled.origin,
        path: route.dialled.pathname + route.dialled.search,
        method: request.method ?? 'GET',
        headers: this.requestHeaders(route, request, limits),
        body: request.body ?? null,
        signal: ending.signal,
        // Idle limits, a second safety below the exact limits above.
        headersTimeout: limits.headersTimeoutMs + 1_000,
        bodyTimeout: limits.bodyTimeoutMs + 1_000,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  private requestHeaders(route: Route, request: OutboundRequest, limits: Limits): Record<string, string> {
    const given = request.headers ?? {};
    const named = new Set(Object.keys(given).map((name) => name.toLowerCase()));
    const ours = {
      'user-agent': this.options.userAgent,
      ...(limits.decompress ? { 'accept-encoding': ACCEPTED_ENCODINGS } : undefined),
      // One stand-in may serve several origins. This header tells them apart.
      ...(route.dialled === route.url ? undefined : { 'x-forwarded-host': route.url.host }),
    };
    const missing = Object.entries(ours).filter(([name]) => !named.has(name));
    return { ...(Object.fromEntries(missing) as Record<string, string>), ...given };
  }

  private async body(response: Dispatcher.ResponseData, limits: Limits) {
    const read = await readBody(response.body, {
      maxBytes: limits.maxBytes,
      timeoutMs: limits.bodyTimeoutMs,
      overflow: limits.overflow,
    });
    const encoding = response.headers['content-encoding'];
    if (!limits.decompress || read.truncated || typeof encoding !== 'string') return read;
    return { ...read, bytes: await decompress(read.bytes, encoding, limits.maxBytes) };
  }
}

function isSafe(request: OutboundRequest): boolean {
  return request.method === undefined || request.method === 'GET' || request.method === 'HEAD';
}

function abortAfter(ending: AbortController, ms: number, what: string): NodeJS.Timeout {
  return setTimeout(() => ending.abort(new OutboundError('timeout', `${what} within ${ms} ms.`)), ms);
}

function phases(dial: DialRecord, firstByte: number | null, began: number): PhaseTimings {
  const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));
  return {
    dns: rounded(dial.dns),
    connect: rounded(dial.connect),
    tls: rounded(dial.tls),
    first_byte: rounded(firstByte),
    total: Math.round(performance.now() - began),
  };
}
