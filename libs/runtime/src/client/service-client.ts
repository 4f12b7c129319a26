import { Logger } from '@nestjs/common';
import { ApiError, PRINCIPAL_HEADER, type ServiceName, traceHeaders, urlVariable } from '@plaudit/contracts';
import CircuitBreaker from 'opossum';
import { Pool } from 'undici';
import { currentContext } from '../context';
import type { Settings } from '../env/load-env';
import { sendTraced } from '../tracing/http-spans';
import { Tracing } from '../tracing/tracing';
import { WorkQueue } from '../work-queue';

/** How long a request waits for the whole response by default. */
const DEFAULT_TIMEOUT_MS = 2_000;

/** A request waits at most this long for a connection, and never longer than for its response. */
const MAX_WAIT_MS = 1_000;

const UNAVAILABLE = 503;
/** The body of a 503 that the error filter of a service made. */
const OWN_REFUSAL = /^\{"success":false,.*"code":"(overloaded|upstream_unavailable)"/s;

const BREAKER: CircuitBreaker.Options = {
  // Each request has its own timeout, because opossum's would leave the socket open.
  timeout: false,
  errorThresholdPercentage: 50,
  volumeThreshold: 5,
  resetTimeout: 5_000,
};

/**
 * Requests of one purpose to one service share a lane. Each lane has its own connections and its own circuit breaker, so
 * that strangers who make one kind of request slow do not take the service from the others. Requests that find no free
 * connection wait.
 */
const LANES = {
  /** Requests that API clients cause. The default. */
  api: { connections: 64, maxWaiting: 512 },
  /** Requests that visitors of web pages cause. */
  public: { connections: 32, maxWaiting: 512 },
  /** Searches of visitors, which are slow if they match many rows. */
  public_search: { connections: 4, maxWaiting: 32 },
} as const;

export type Lane = keyof typeof LANES;

/** A request to another service. Undefined query parameters are left out. */
export interface ServiceRequest {
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  /** Limit for the whole response from a connection, multiplied by the client's `timeoutFactor`. Default 2 s. */
  timeoutMs?: number;
  /** Returns the body as text instead of parsed JSON, for pages that are only passed on. */
  raw?: boolean;
  /** Default `api`. */
  lane?: Lane;
}

export interface ServiceResponse<T> {
  status: number;
  body: T;
}

interface Upstream {
  origin: string;
  pool: Pool;
  queue: WorkQueue;
  breaker: CircuitBreaker<[ServiceRequest, Record<string, string>], ServiceResponse<string>>;
}

/**
 * Sends HTTP requests to other services with the caller's principal, with one circuit breaker per service and lane.
 * Throws `503 upstream_unavailable` if the service is down, slow or responds 502 to 504. Throws `503 overloaded` if too
 * many requests of the lane are under way. Returns every other response, 4xx included.
 *
 * A 503 that the service itself sent in time, in the shape of our errors, has the code of its body. The breaker does not count
 * it: the service works, and what is locked or too slow for one tenant is not for the others.
 */
export class ServiceClient {
  private readonly logger = new Logger(ServiceClient.name);
  /** By service and lane. */
  private readonly upstreams = new Map<string, Upstream>();

  /** Reads the addresses from `<SERVICE>_URL` of the settings. Multiplies every timeout by `timeoutFactor`. */
  constructor(
    private readonly settings: Settings,
    private readonly timeoutFactor = 1,
    private readonly tracing = Tracing.OFF,
  ) {}

  async request<T>(service: ServiceName, request: ServiceRequest): Promise<ServiceResponse<T>> {
    const upstream = this.upstream(service, request.lane ?? 'api');
    const sent = { method: request.method ?? 'GET', url: upstream.origin, peer: service };
    return sendTraced(this.tracing, sent, () => this.exchange<T>(service, request, upstream));
  }

  private async exchange<T>(
    service: ServiceName,
    request: ServiceRequest,
    { breaker, queue }: Upstream,
  ): Promise<ServiceResponse<T>> {
    const headers = forwardedHeaders();
    const fire = (): Promise<ServiceResponse<string>> =>
      breaker.fire(request, headers).catch((error: Error) => {
        // The breaker logs once when it opens. The requests that it then refuses are not logged.
        if (!breaker.opened)
          this.logger.warn(`Request to ${service} ${request.path} failed: ${error.message}`);
        throw unavailable(service);
      });
    const response = await queue.run(fire, this.timeoutOf(request, MAX_WAIT_MS));
    if (response.status === UNAVAILABLE) throw refusalOf(service, response.body);
    const body = request.raw ? response.body : parse(service, response.body);
    return { status: response.status, body: body as T };
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.upstreams.values()].map(({ pool, breaker }) => {
        breaker.shutdown();
        return pool.close();
      }),
    );
  }

  private upstream(service: ServiceName, lane: Lane): Upstream {
    const name = lane === 'api' ? service : `${service} (${lane})`;
    const known = this.upstreams.get(name);
    if (known) return known;
    const variable = urlVariable(service);
    const origin = this.settings[variable];
    if (!origin) throw new Error(`${variable} is not set, so no request can be sent to ${service}`);
    const { connections, maxWaiting } = LANES[lane];
    const pool = new Pool(origin, { connections, pipelining: 1, keepAliveTimeout: 30_000 });
    const upstream = {
      origin,
      pool,
      breaker: this.breaker(name, pool),
      queue: this.queue(service, connections, maxWaiting),
    };
    this.upstreams.set(name, upstream);
    return upstream;
  }

  private breaker(name: string, pool: Pool): Upstream['breaker'] {
    const breaker = new CircuitBreaker(
      (request: ServiceRequest, headers: Record<string, string>) =>
        send(pool, request, headers, this.timeoutOf(request)),
      BREAKER,
    );
    breaker.on('open', () =>
      this.logger.warn(`Opened the circuit breaker of ${name} after repeated failures`),
    );
    breaker.on('close', () => this.logger.log(`Closed the circuit breaker of ${name}`));
    return breaker;
  }

  private timeoutOf({ timeoutMs = DEFAULT_TIMEOUT_MS }: ServiceRequest, maxMs = Infinity): number {
    return Math.min(timeoutMs, maxMs) * this.timeoutFactor;
  }

  private queue(service: ServiceName, maxRunning: number, maxWaiting: number): WorkQueue {
    const maxWaitMs = MAX_WAIT_MS * this.timeoutFactor;
    return new WorkQueue({ what: `requests to the ${service} service`, maxRunning, maxWaiting, maxWaitMs });
  }
}

async function send(
  pool: Pool,
  request: ServiceRequest,
  headers: Record<string, string>,
  timeoutMs: number,
): Promise<ServiceResponse<string>> {
  const hasBody = request.body !== undefined;
  const response = await pool.request({
    method: request.method ?? 'GET',
    path: pathWithQuery(request),
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    body: hasBody ? JSON.stringify(request.body) : undefined,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = await response.body.text();
  const { statusCode: status } = response;
  if (status >= 502 && status <= 504 && !isOwnRefusal(status, body)) throw new Error(`status ${status}`);
  return { status, body };
}

/** Returns true if a service that works refused this one request. */
function isOwnRefusal(status: number, body: string): boolean {
  return status === UNAVAILABLE && OWN_REFUSAL.test(body);
}

function pathWithQuery({ path, query }: ServiceRequest): string {
  const given = Object.entries(query ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  if (given.length === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(given).toString()}`;
}

function forwardedHeaders(): Record<string, string> {
  const context = currentContext();
  const headers: Record<string, string | undefined> = {
    [PRINCIPAL_HEADER]: context?.principalToken,
    'x-request-id': context?.correlationId,
    ...traceHeaders(context),
  };
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function parse(service: ServiceName, text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unavailable(service);
  }
}

function unavailable(service: ServiceName): ApiError {
  return new ApiError('upstream_unavailable', `The ${service} service is not available; try again shortly.`);
}

function refusalOf(service: ServiceName, body: string): ApiError {
  if (OWN_REFUSAL.exec(body)?.[1] === 'upstream_unavailable') return unavailable(service);
  return new ApiError(
    'overloaded',
    `The ${service} service needs too long for this request; narrow it or try again shortly.`,
  );
}
