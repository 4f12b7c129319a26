import { Logger } from '@nestjs/common';
import { ApiError, PRINCIPAL_HEADER, type ServiceName, urlVariable } from '@plaudit/contracts';
import CircuitBreaker from 'opossum';
import { Pool } from 'undici';
import { currentContext } from '../context';
import type { Settings } from '../env/load-env';

/** How long a request waits for the whole response by default. */
const DEFAULT_TIMEOUT_MS = 2_000;

const BREAKER: CircuitBreaker.Options = {
  // Each request has its own timeout, because opossum's would leave the socket open.
  timeout: false,
  errorThresholdPercentage: 50,
  volumeThreshold: 5,
  resetTimeout: 5_000,
};

/** A request to another service. Undefined query parameters are left out. */
export interface ServiceRequest {
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  /** Limit for the whole response, multiplied by the client's `timeoutFactor`. Default 2 s. */
  timeoutMs?: number;
  /** Returns the body as text instead of parsed JSON, for pages that are only passed on. */
  raw?: boolean;
}

export interface ServiceResponse<T> {
  status: number;
  body: T;
}

interface Upstream {
  pool: Pool;
  breaker: CircuitBreaker<[ServiceRequest, Record<string, string>], ServiceResponse<string>>;
}

/**
 * Sends HTTP requests to other services with the caller's principal, with one circuit breaker per service. Throws
 * `503 upstream_unavailable` if the service is down, slow or responds 502 to 504. Returns every other response, 4xx
 * included.
 */
export class ServiceClient {
  private readonly logger = new Logger(ServiceClient.name);
  private readonly upstreams = new Map<ServiceName, Upstream>();

  /** Reads the addresses from `<SERVICE>_URL` of the settings. Multiplies every timeout by `timeoutFactor`. */
  constructor(
    private readonly settings: Settings,
    private readonly timeoutFactor = 1,
  ) {}

  async request<T>(service: ServiceName, request: ServiceRequest): Promise<ServiceResponse<T>> {
    const { breaker } = this.upstream(service);
    const response = await breaker.fire(request, forwardedHeaders()).catch((error: Error) => {
      // The breaker logs once when it opens. The requests that it then refuses are not logged.
      if (!breaker.opened) this.logger.warn(`Request to ${service} ${request.path} failed: ${error.message}`);
      throw unavailable(service);
    });
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

  private upstream(service: ServiceName): Upstream {
    const known = this.upstreams.get(service);
    if (known) return known;
    const variable = urlVariable(service);
    const origin = this.settings[variable];
    if (!origin) throw new Error(`${variable} is not set, so no request can be sent to ${service}`);
    const pool = new Pool(origin, { connections: 64, pipelining: 1, keepAliveTimeout: 30_000 });
    const breaker = new CircuitBreaker(
      (request: ServiceRequest, headers: Record<string, string>) =>
        send(pool, request, headers, (request.timeoutMs ?? DEFAULT_TIMEOUT_MS) * this.timeoutFactor),
      BREAKER,
    );
    breaker.on('open', () =>
      this.logger.warn(`Opened the circuit breaker of ${service} after repeated failures`),
    );
    breaker.on('close', () => this.logger.log(`Closed the circuit breaker of ${service}`));
    const upstream = { pool, breaker };
    this.upstreams.set(service, upstream);
    return upstream;
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
  if (response.statusCode >= 502 && response.statusCode <= 504) {
    throw new Error(`status ${response.statusCode}`);
  }
  return { status: response.statusCode, body };
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
    traceparent: context?.traceparent ?? undefined,
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
