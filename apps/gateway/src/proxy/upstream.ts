import type { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError, type ServiceName } from '@plaudit/contracts';
import { type AddressBook, type ReplicaResponse, ReplicaSet, type Surroundings } from '@plaudit/runtime';
import type { Dispatcher } from 'undici';

const CONNECT_TIMEOUT_MS = 2_000;
const BREAKER_RESET_MS = 2_000;

/** Statuses that only a proxy between the gateway and a service sends. The services never do. */
const PROXY_FAULTS = new Set([502, 504]);
/** Node refuses to send a status above 599. */
const MAX_STATUS = 599;
/** Characters that Node refuses to send in a header. */
// oxlint-disable-next-line no-control-regex
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/;

/** The client closed its connection before the response was complete. */
export class ClientGone extends Error {}

export interface UpstreamRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body?: Buffer | string;
  /** Emits `abort` when the client has gone. */
  signal: EventEmitter;
}

export interface UpstreamSettings {
  /** For logs. */
  name: string;
  service: ServiceName;
  book: AddressBook;
  /** Timeout for the service to start or continue its response. */
  timeoutMs: number;
  /** Multiplies the timeouts that are not a setting. */
  timeoutFactor: number;
  /** For each replica. */
  maxConnections: number;
  /** Requests under way or waiting for a connection. Any more get 503 at once, so that they do not fill the memory. */
  maxInFlight: number;
}

export type UpstreamResponse = Dispatcher.ResponseData;
/** `replica` is the `host:port` that responded. */
export type UpstreamCallback = (error: Error | null, response?: UpstreamResponse, replica?: string) => void;

/**
 * One service behind the gateway, with connections and circuit breakers for one kind of requests, which it spreads over the
 * replicas of the service. A breaker counts a request as failed when the connection is refused, reset or too slow, or when
 * the response is 502, 504 or not valid HTTP. Any other response counts as a success, a 500 too. A request whose client
 * leaves counts as neither.
 */
export class Upstream {
  readonly replicas: ReplicaSet;
  private inFlight = 0;

  constructor(
    private readonly settings: UpstreamSettings,
    surroundings: Surroundings,
  ) {
    const { name, book, timeoutMs, timeoutFactor, maxConnections } = settings;
    const limits = {
      upstream: name,
      maxConnections,
      connectTimeoutMs: CONNECT_TIMEOUT_MS * timeoutFactor,
      responseTimeoutMs: timeoutMs,
      breakerResetMs: BREAKER_RESET_MS,
      timeoutFactor,
    };
    this.replicas = new ReplicaSet(book, limits, surroundings);
  }

  /**
   * Sends the request. Calls back once: with the response as soon as its body begins or ends, so that a service that
   * fails between head and body still gets a 503, or with an error. The error is 503 `upstream_unavailable`, 400 for a
   * header that cannot be sent, or {@link ClientGone}.
   */
  request(request: UpstreamRequest, callback: UpstreamCallback): void {
    if (this.inFlight >= this.settings.maxInFlight) {
      callback(this.unavailable());
      return;
    }
    this.inFlight += 1;
    this.replicas.request(request as Dispatcher.RequestOptions, (error, answer) => {
      if (answer) {
        this.awaitBody(answer, callback);
        return;
      }
      this.inFlight -= 1;
      callback(this.toError(error as Error));
    });
  }

  async close(): Promise<void> {
    await this.replicas.destroy();
  }

  private awaitBody({ response, replica }: ReplicaResponse, callback: UpstreamCallback): void {
    const { body } = response;
    let hasBegun = false;
    body.once('close', () => (this.inFlight -= 1));
    body.once('error', (error: Error) => {
      if (hasBegun) return;
      replica.failed(error);
      callback(this.toError(error));
    });
    const fault = faultOf(response);
    if (fault) {
      body.destroy(fault);
      return;
    }
    body.once('readable', () => {
      hasBegun = true;
      replica.succeeded();
      callback(null, response, replica.name);
    });
  }

  private toError(error: Error): Error {
    return toClientError(error) ?? this.unavailable();
  }

  private unavailable(): ApiError {
    const { service } = this.settings;
    return new ApiError(
      'upstream_unavailable',
      `The ${service} service is not available; try again shortly.`,
    );
  }
}

/** Returns why a response cannot be passed on, or null. */
function faultOf({ statusCode, headers }: UpstreamResponse): Error | null {
  if (PROXY_FAULTS.has(statusCode) || statusCode > MAX_STATUS) return new Error(`responded ${statusCode}`);
  for (const name in headers) {
    if (UNSENDABLE.test(String(headers[name]))) return new Error(`sent an invalid header ${name}`);
  }
  return null;
}

/** Returns null for an error that is the service's fault. */
function toClientError(error: Error): Error | null {
  const { code } = error as { code?: string };
  if (code === 'UND_ERR_ABORTED') return new ClientGone();
  if (code !== 'UND_ERR_INVALID_ARG') return null;
  return new ApiError(
    'invalid_value',
    'The request has a header with characters that HTTP does not allow; correct it.',
  );
}
