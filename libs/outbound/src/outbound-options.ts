import type { BreakerRule } from './breakers';
import type { PaceClock, PaceRule } from './pace';
import type { Overflow } from './response-body';
import type { UrlPolicy } from './address-guard/url-rules';

/** Limits of one request; each may be given for all requests of a client and again for a single one. */
export interface RequestLimits {
  /** From before DNS to the final response headers; informational responses and header drip do not extend it. 10 s. */
  headersTimeoutMs?: number;
  /** From the headers to the end of the body. 10 s. */
  bodyTimeoutMs?: number;
  /** DNS to the last byte of one hop; waiting for the pace is not counted. 30 s. */
  totalTimeoutMs?: number;
  /** Largest body, before and after decompression. 2 MiB. */
  maxBytes?: number;
  /** A larger or slower body fails the request (`error`, the default) or is cut. Cut bodies are never decompressed. */
  overflow?: Overflow;
  /** Redirects to follow, each checked like a first request; 0 (the default) returns the 3xx as it is. */
  maxRedirects?: number;
  /** Asks for compressed bodies and undoes the compression. Off by default: nothing is asked for, nothing undone. */
  decompress?: boolean;
  /** Pace of the origin; requests over it wait. */
  pace?: PaceRule;
  /**
   * Send once more when a reused connection died within `staleWithinMs` before any response byte: the server had closed it
   * while idle. GET and HEAD always do; others only on request, because the server may have seen the first one.
   */
  resendStale?: boolean;
}

export interface OutboundOptions extends UrlPolicy, RequestLimits {
  userAgent: string;
  /** Requests to the left origin go to the right one, which is exempt from the address guard. */
  originOverrides?: Readonly<Record<string, string>>;
  /** DNS servers as `ip:port`; the system's when absent. */
  resolver?: readonly string[];
  /** DNS. 2 s. */
  lookupTimeoutMs?: number;
  /** TCP and TLS together, after DNS. 3 s. */
  connectTimeoutMs?: number;
  /** Response headers of more bytes fail with `headers_too_large`. 16 KiB. */
  maxHeaderBytes?: number;
  /** Open connections per origin. 20. */
  connectionsPerOrigin?: number;
  /** Leave origins alone that keep failing; no breaker when absent. */
  breaker?: BreakerRule;
  /** A reused connection that dies later than this after the request was sent did not die of idleness. 1 s. */
  staleWithinMs?: number;
  /** Drives the pace; tests inject their own. */
  paceClock?: PaceClock;
}

export interface OutboundRequest extends RequestLimits {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** The caller's own end; the request then rejects with the signal's reason. */
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

/** A request's own limits over the client's over the defaults. */
export function limitsOf(options: OutboundOptions, request: OutboundRequest): Limits {
  const names = Object.keys(DEFAULTS) as (keyof Limits)[];
  const chosen = names.map((name) => [name, request[name] ?? options[name] ?? DEFAULTS[name]]);
  return Object.fromEntries(chosen) as Limits;
}
