import {
  OutboundError,
  type OutboundErrorCode,
  type OutboundReply,
  type PhaseTimings,
} from '@plaudit/outbound';
import type { AttemptError } from '../deliveries/delivery';
import { parseRetryAfter } from '../retries/retry-schedule';

/** The result of one request. A failing endpoint is an outcome, not an error of this service. */
export interface AttemptOutcome {
  ok: boolean;
  statusCode: number | null;
  errorCode: AttemptError | null;
  /** One sentence for the customer, or an empty string if the attempt succeeded. */
  error: string;
  /** The wait that a 429 or 503 response asked for. */
  retryAfterMs: number | null;
  startedOn: Date;
  durationMs: number;
  timings: PhaseTimings | null;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  responseEncoding: 'utf-8' | 'base64' | null;
  truncated: boolean;
}

const MAX_STORED_BODY_BYTES = 8 * 1024;
const MAX_STORED_HEADER_BYTES = 1024;
/** Decodes complete bodies. They are many, and a decoder of its own would cost each more than the decoding. */
const COMPLETE = strictDecoder();
const STORED_HEADERS = ['content-type', 'content-encoding', 'location', 'retry-after', 'server'];

const ERRORS: Readonly<Record<OutboundErrorCode, AttemptError>> = {
  timeout: 'timeout',
  dns_error: 'dns_error',
  connection_refused: 'connection_refused',
  connection_reset: 'connection_reset',
  network_unreachable: 'network_unreachable',
  tls_error: 'tls_error',
  blocked_address: 'blocked_address',
  redirect: 'redirect',
  response_malformed: 'response_malformed',
  headers_too_large: 'headers_too_large',
  too_large: 'response_malformed',
  breaker_open: 'internal',
  internal: 'internal',
};

const OVERLOAD: ReadonlySet<AttemptError> = new Set([
  'timeout',
  'connection_refused',
  'connection_reset',
  'network_unreachable',
]);

/** Returns the outcome of a response. Any 2xx status is a success, however slow or large the body is. */
export function outcomeOfReply(reply: OutboundReply, startedOn: Date, now: Date): AttemptOutcome {
  const body = storedBody(reply.body, reply.truncated);
  return {
    ok: reply.ok,
    statusCode: reply.status,
    errorCode: errorOfStatus(reply.status),
    error: reply.ok ? '' : sentenceOfStatus(reply.status),
    retryAfterMs: [429, 503].includes(reply.status)
      ? parseRetryAfter(reply.header('retry-after'), now)
      : null,
    startedOn,
    durationMs: reply.timings.total,
    timings: reply.timings,
    responseHeaders: storedHeaders(reply),
    ...body,
  };
}

/** Returns the outcome of a request that got no response. */
export function outcomeOfError(error: OutboundError, startedOn: Date): AttemptOutcome {
  return failed(ERRORS[error.code], error.message, startedOn, error.timings);
}

/** Returns the outcome of an attempt without a response. Without `timings`, nothing was sent. */
export function failed(
  errorCode: AttemptError,
  error: string,
  startedOn: Date,
  timings: PhaseTimings | null = null,
): AttemptOutcome {
  return {
    ok: false,
    statusCode: null,
    errorCode,
    error,
    retryAfterMs: null,
    startedOn,
    durationMs: timings?.total ?? 0,
    timings,
    responseHeaders: null,
    responseBody: null,
    responseEncoding: null,
    truncated: false,
  };
}

/** Returns true if fewer concurrent attempts may help the endpoint. */
export function isOverload({ statusCode, errorCode }: AttemptOutcome): boolean {
  if (statusCode !== null) return statusCode === 429 || statusCode >= 500;
  return errorCode !== null && OVERLOAD.has(errorCode);
}

function errorOfStatus(status: number): AttemptError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}

function sentenceOfStatus(status: number): string {
  return status >= 300 && status < 400
    ? `The endpoint answered ${status}; redirects are not followed, set the final address as the url.`
    : `The endpoint answered ${status} instead of a 2xx status.`;
}

function storedHeaders(reply: OutboundReply): Record<string, string> {
  const stored: Record<string, string> = {};
  let left = MAX_STORED_HEADER_BYTES;
  for (const name of STORED_HEADERS) {
    const value = reply.header(name);
    if (value === null || left <= 0) continue;
    // Postgres text cannot store NUL, and other control characters could forge log lines.
    // oxlint-disable-next-line no-control-regex
    stored[name] = value.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, left);
    left -= name.length + value.length;
  }
  return stored;
}

type StoredBody = Pick<AttemptOutcome, 'responseBody' | 'responseEncoding' | 'truncated'>;

/**
 * Keeps UTF-8 as text and everything else, also text that contains NUL, as base64. Drops a character cut in half at the
 * end.
 */
function storedBody(bytes: Buffer, cut: boolean): StoredBody {
  const kept = bytes.subarray(0, MAX_STORED_BODY_BYTES);
  const truncated = cut || kept.length < bytes.length;
  try {
    const text = truncated ? strictDecoder().decode(kept, { stream: true }) : COMPLETE.decode(kept);
    if (!text.includes('\0')) return { responseBody: text, responseEncoding: 'utf-8', truncated };
  } catch {
    // The body is not UTF-8 and is stored as base64 below.
  }
  return { responseBody: kept.toString('base64'), responseEncoding: 'base64', truncated };
}

/** Throws for bytes that are not UTF-8. */
function strictDecoder(): InstanceType<typeof TextDecoder> {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
}
