import type { BreakerRule, RequestOwner } from './breakers';
import type { PaceClock, PaceRule } from './pace';
import type { Overflow } from './response-body';
import type { UrlPolicy } from './guard/url-rules';

/** Limits of one request. Each can be set for all requests of a client and overridden for a single one. */
export interface RequestLimits {
  /** From before DNS to the final response headers. Informational responses and slow headers do not extend it. Default 10 s. */
  headersTimeoutMs?: number;
  /** From the headers to the end of the body. Default 10 s. */
  bodyTimeoutMs?: number;
  /** From DNS to the last byte of one hop, without the wait for the pace. Default 30 s. */
  totalTimeoutMs?: number;
  /** The maximum size of a body, before and after decompression. Default 2 MiB. */
  maxBytes?: number;
  /** Whether a larger or slower body fails the request (`error`, the default) or is cut. Cut bodies stay compressed. */
  overflow?: Overflow;
  /** The number of redirects to follow, each checked like a first request. Default 0: the 3xx is returned. */
  maxRedirects?: number;
  /** Requests compressed bodies and decodes them. Default false. */
  decompress?: boolean;
  /** The pace of the origin. Requests over it wait. */
  pace?: PaceRule;
  /**
   * Repeats the request once if a reused connection closed within `staleWithinMs` before any response byte: the server had
   * closed it while idle. GET and HEAD are always repeated. Others need this option, because the server may have processed
   * the first request.
   */
  resendStale?: boolean;
}

export interface OutboundOptions extends UrlPolicy, RequestLimits {
  userAgent: string;
  /** Requests to the left origin go to the right one. The address guard does not check the right one. */
  originOverrides?: Readonly<Record<string, string>>;
  /** DNS servers as `ip:port`. Default: the system's. */
  resolver?: readonly string[];
  /** The limit for DNS. Default 2 s. */
  lookupTimeoutMs?: number;
  /** The limit for TCP and TLS together, after DNS. Default 3 s. */
  connectTimeoutMs?: number;
  /** More bytes of response headers fail with `headers_too_large`. Default 16 KiB. */
  maxHeaderBytes?: number;
  /** The maximum number of open connections per origin. Default 20. */
  connectionsPerOrigin?: number;
  /** The breaker per account and origin. Default: none. */
  breaker?: BreakerRule;
  /** A reused connection that closes later than this after the request was not closed as idle. Default 1 s. */
  staleWithinMs?: number;
  /** The clock of the pace. Tests inject their own. */
  paceClock?: PaceClock;
}

export interface OutboundRequest extends RequestLimits {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** Required if the client has a breaker, or if the request has a pace. */
  owner?: RequestOwner;
  /** Aborts the request, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

export type Limits = Required<Omit<RequestLimits, 'pace' | 'resendStale'>>;

const DEFAULTS: Limits = {
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 10_000,
  totalTimeoutMs: 30_000,
  maxBytes: 2 * 1024 * 1024,
  overflow: 'error',
  maxRedirects: 0,
  decompress: false,
};

const NAMES = Object.keys(DEFAULTS) as (keyof Limits)[];

/** Returns the limits of a client: its options override the defaults. */
export function clientLimits(options: OutboundOptions): Limits {
  return limitsOf(DEFAULTS, options);
}

/** Returns the limits of a request, which override those of the client. Most requests have none and share the client's. */
export function limitsOf(client: Limits, request: RequestLimits): Limits {
  let chosen = client;
  for (const name of NAMES) if (request[name] !== undefined) chosen = { ...chosen, [name]: request[name] };
  return chosen;
}
