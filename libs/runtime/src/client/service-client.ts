import { Logger } from '@nestjs/common';
import { ApiError, PRINCIPAL_HEADER, type ServiceName, traceHeaders, urlVariable } from '@plaudit/contracts';
import { Clock, Randomness } from '../clock-and-randomness';
import { currentContext, currentTenant } from '../context';
import type { Settings } from '../env/load-env';
import { sendTraced } from '../tracing/http-spans';
import { Tracing } from '../tracing/tracing';
import { WorkQueue } from '../work-queue';
import { type Lane, laneLimits } from './lanes';
import { AddressBook, type LookUp } from './replicas/address-book';
import type { Surroundings } from './replicas/replica-connections';
import type { ReplicaRequest } from './replicas/replica';
import { type ReplicaResponse, ReplicaSet } from './replicas/replica-set';
import { parseServiceOrigins } from './replicas/service-origins';

/** How long a request waits for the whole response by default. */
const DEFAULT_TIMEOUT_MS = 2_000;

/** A request waits at most this long for a connection, and never longer than for its response. */
const MAX_WAIT_MS = 1_000;

const UNAVAILABLE = 503;
/** The body of a 503 that the error filter of a service made. */
const OWN_REFUSAL = /^\{"success":false,.*"code":"(overloaded|upstream_unavailable)"/s;

/** Leaves time within the default timeout to try another replica. A lost packet is sent again after one second. */
const CONNECT_TIMEOUT_MS = 1_500;

const BREAKER_RESET_MS = 5_000;

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

/** A response as it arrived, and the `host:port` that sent it. */
interface TextResponse extends ServiceResponse<string> {
  replica: string;
}

interface Upstream {
  /** The service, and the lane unless it is `api`. */
  name: string;
  replicas: ReplicaSet;
  queue: WorkQueue;
  /** True while the log says last that the breaker is open. */
  isLoggedAsOpen: boolean;
}

/** What a client needs from outside. Tests replace parts of it. */
export interface ServiceClientOptions {
  /** Multiplies every timeout. Default 1. */
  timeoutFactor?: number;
  /** Default: off. */
  tracing?: Tracing;
  clock?: Clock;
  randomness?: Randomness;
  lookUp?: LookUp;
}

/**
 * Sends HTTP requests to other services with the caller's principal. Spreads them over the replicas of the service; see
 * {@link ReplicaSet}. Throws `503 upstream_unavailable` if the service is down, slow or responds 502 to 504. Throws
 * `503 overloaded` if too many requests of the lane are under way, which accounts share in halves. Returns every other response, 4xx included.
 *
 * A 503 that the service itself sent in time, in the shape of our errors, has the code of its body. The breakers do not count
 * it: the service works, and what is locked or too slow for one tenant is not for the others.
 */
export class ServiceClient {
  private readonly logger = new Logger(ServiceClient.name);
  /** By service and lane. */
  private readonly upstreams = new Map<string, Upstream>();
  private readonly books = new Map<ServiceName, AddressBook>();
  private readonly timeoutFactor: number;
  private readonly tracing: Tracing;
  private readonly surroundings: Surroundings;

  /** Reads the addresses from `<SERVICE>_URL` of the settings. */
  constructor(
    private readonly settings: Settings,
    private readonly options: ServiceClientOptions = {},
  ) {
    const { timeoutFactor = 1, clock = new Clock(), randomness = new Randomness() } = options;
    this.timeoutFactor = timeoutFactor;
    this.tracing = options.tracing ?? Tracing.OFF;
    this.surroundings = { now: () => clock.now().getTime(), random: () => randomness.fraction() };
  }

  async request<T>(service: ServiceName, request: ServiceRequest): Promise<ServiceResponse<T>> {
    const upstream = this.upstream(service, request.lane ?? 'api');
    const sent = { method: request.method ?? 'GET', peer: service };
    const response = await sendTraced(this.tracing, sent, () => {
      const headers = forwardedHeaders();
      return upstream.queue.runFor(
        currentTenant(),
        () => this.exchange(service, upstream, request, headers),
        this.timeoutOf(request, MAX_WAIT_MS),
      );
    });
    if (response.status === UNAVAILABLE) throw refusalOf(service, response.body);
    const body = request.raw ? response.body : parse(service, response.body);
    return { status: response.status, body: body as T };
  }

  /** Waits for the requests in flight. */
  async close(): Promise<void> {
    for (const book of this.books.values()) book.close();
    await Promise.all([...this.upstreams.values()].map(({ replicas }) => replicas.close()));
  }

  private async exchange(
    service: ServiceName,
    upstream: Upstream,
    request: ServiceRequest,
    headers: Record<string, string>,
  ): Promise<TextResponse> {
    try {
      return await send(upstream.replicas, toReplicaRequest(request, headers, this.timeoutOf(request)));
    } catch (error) {
      // One line tells when the breaker opens. The requests that it then refuses are not logged.
      if (!upstream.replicas.isOpen) {
        const reason = (error as Error).message;
        this.logger.warn(`Request to ${service} ${request.path} failed: ${reason}`);
      }
      throw unavailable(service);
    } finally {
      this.logBreaker(upstream);
    }
  }

  private logBreaker(upstream: Upstream): void {
    const { isOpen } = upstream.replicas;
    if (isOpen === upstream.isLoggedAsOpen) return;
    upstream.isLoggedAsOpen = isOpen;
    if (isOpen) this.logger.warn(`Opened the circuit breaker of ${upstream.name} after repeated failures`);
    else this.logger.log(`Closed the circuit breaker of ${upstream.name}`);
  }

  private upstream(service: ServiceName, lane: Lane): Upstream {
    const name = lane === 'api' ? service : `${service} (${lane})`;
    const known = this.upstreams.get(name);
    if (known) return known;
    const { connections, maxWaiting, silenceMs } = laneLimits(lane);
    const settings = {
      upstream: name,
      maxConnections: connections,
      connectTimeoutMs: CONNECT_TIMEOUT_MS * this.timeoutFactor,
      breakerResetMs: BREAKER_RESET_MS,
      silenceMs,
      timeoutFactor: this.timeoutFactor,
    };
    const upstream = {
      name,
      replicas: new ReplicaSet(this.book(service), settings, this.surroundings),
      queue: this.queue(service, connections, maxWaiting),
      isLoggedAsOpen: false,
    };
    this.upstreams.set(name, upstream);
    return upstream;
  }

  private book(service: ServiceName): AddressBook {
    const known = this.books.get(service);
    if (known) return known;
    const variable = urlVariable(service);
    const value = this.settings[variable];
    if (!value) throw new Error(`${variable} is not set, so no request can be sent to ${service}`);
    const { random } = this.surroundings;
    const book = new AddressBook(parseServiceOrigins(variable, value), {
      random,
      lookUp: this.options.lookUp,
    });
    this.books.set(service, book);
    return book;
  }

  private timeoutOf({ timeoutMs = DEFAULT_TIMEOUT_MS }: ServiceRequest, maxMs = Infinity): number {
    return Math.min(timeoutMs, maxMs) * this.timeoutFactor;
  }

  private queue(service: ServiceName, maxRunning: number, maxWaiting: number): WorkQueue {
    return new WorkQueue({
      what: `requests to the ${service} service`,
      maxRunning,
      maxWaiting,
      maxWaitingPerAccount: maxWaiting / 2,
      maxWaitMs: MAX_WAIT_MS * this.timeoutFactor,
      isDivided: true,
    });
  }
}

function send(replicas: ReplicaSet, request: ReplicaRequest): Promise<TextResponse> {
  return new Promise((resolve, reject) => {
    replicas.request(request, (error, answer) => {
      if (answer) read(answer).then(resolve, reject);
      else reject(error as Error);
    });
  });
}

async function read({ response, replica }: ReplicaResponse): Promise<TextResponse> {
  try {
    const body = await response.body.text();
    const { statusCode: status } = response;
    if (status >= 502 && status <= 504 && !isOwnRefusal(status, body)) throw new Error(`status ${status}`);
    replica.succeeded();
    return { status, body, replica: replica.name };
  } catch (error) {
    replica.failed(error as Error);
    throw error;
  }
}

function toReplicaRequest(
  request: ServiceRequest,
  headers: Record<string, string>,
  timeoutMs: number,
): ReplicaRequest {
  const hasBody = request.body !== undefined;
  return {
    method: request.method ?? 'GET',
    path: pathWithQuery(request),
    headers: hasBody ? { ...headers, 'content-type': 'application/json' } : headers,
    body: hasBody ? JSON.stringify(request.body) : undefined,
    signal: AbortSignal.timeout(timeoutMs),
  };
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

export function unavailable(service: ServiceName): ApiError {
  return new ApiError('upstream_unavailable', `The ${service} service is not available; try again shortly.`);
}

function refusalOf(service: ServiceName, body: string): ApiError {
  if (OWN_REFUSAL.exec(body)?.[1] === 'upstream_unavailable') return unavailable(service);
  return new ApiError(
    'overloaded',
    `The ${service} service took too long for this request; narrow it or try again shortly.`,
  );
}
