import { Logger } from '@nestjs/common';
import { ApiError, PRINCIPAL_HEADER, type ServiceName, urlVariable } from '@plaudit/contracts';
import CircuitBreaker from 'opossum';
import { Pool } from 'undici';
import { currentContext } from '../context';
import type { Settings } from '../env/load-env';

/** A request to a neighbour waits this long for its whole answer. */
const DEADLINE_MS = 2_000;

const BREAKER: CircuitBreaker.Options = {
  // The deadline is the request's own, because opossum's would leave the socket running.
  timeout: false,
  errorThresholdPercentage: 50,
  volumeThreshold: 5,
  resetTimeout: 5_000,
};

/** A request to a neighbour; an undefined query parameter is left out. */
export interface ServiceRequest {
  /** Default GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Readonly<Record<string, string | undefined>>;
  body?: unknown;
  /** For the whole answer, times the factor of the client. Default 2 s. */
  timeoutMs?: number;
  /** The body as text, unparsed: for pages that are only passed on. */
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
 * Questions between services: HTTP with the caller's own principal, one breaker per neighbour. A neighbour that is
 * down, slow or answering 502–504 is `503 upstream_unavailable`; any other answer, 4xx included, is the asker's to judge.
 */
export class ServiceClient {
  private readonly logger = new Logger(ServiceClient.name);
  private readonly upstreams = new Map<ServiceName, Upstream>();

  /** Addresses come from `<SERVICE>_URL` of the settings; every deadline is multiplied by `timeoutFactor`. */
  constructor(
    private readonly settings: Settings,
    private readonly timeoutFactor = 1,
  ) {}

  async request<T>(service: ServiceName, request: ServiceRequest): Promise<ServiceResponse<T>> {
    const { breaker } = this.upstream(service);
    const answer = await breaker.fire(request, forwardedHeaders()).catch((error: Error) => {
      // An open breaker has said so once; every request that it refuses is not worth a line.
      if (!breaker.opened) this.logger.warn(`${service} did not answer ${request.path}: ${error.message}`);
      throw unavailable(service);
    });
    return { status: answer.status, body: (request.raw ? answer.body : parse(service, answer.body)) as T };
  }

  /** Waits for the questions under way. */
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
    if (!origin) throw new Error(`${variable} is not set, so ${service} cannot be asked`);
    const pool = new Pool(origin, { connections: 64, pipelining: 1, keepAliveTimeout: 30_000 });
    const breaker = new CircuitBreaker(
      (request: ServiceRequest, headers: Record<string, string>) =>
        send(pool, request, headers, (request.timeoutMs ?? DEADLINE_MS) * this.timeoutFactor),
      BREAKER,
    );
    breaker.on('open', () => this.logger.warn(`${service} keeps failing; it is left alone for a while`));
    breaker.on('close', () => this.logger.log(`${service} answers again`));
    const made = { pool, breaker };
    this.upstreams.set(service, made);
    return made;
  }
}

async function send(
  pool: Pool,
  request: ServiceRequest,
  headers: Record<string, string>,
  deadlineMs: number,
): Promise<ServiceResponse<string>> {
  const hasBody = request.body !== undefined;
  const response = await pool.request({
    method: request.method ?? 'GET',
    path: pathWithQuery(request),
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    body: hasBody ? JSON.stringify(request.body) : undefined,
    signal: AbortSignal.timeout(deadlineMs),
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
