import {
  OutboundError,
  type OutboundErrorCode,
  type OutboundReply,
  type PhaseTimings,
} from '@plaudit/outbound';
import type { AttemptError } from '../deliveries/delivery';
import { parseRetryAfter } from './retry-schedule';
import type { AttemptOutcome } from './send-job';

const STORED_BODY_BYTES = 8 * 1024;
const STORED_HEADER_BYTES = 1024;
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

/** Any 2xx is a success, judged on the headers: a slow or huge body does not undo it. */
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

export function outcomeOfError(error: OutboundError, startedOn: Date): AttemptOutcome {
  return failed(ERRORS[error.code], error.message, startedOn, error.timings);
}

/** A failure before anything was sent. */
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

/** Fewer attempts at once may help such an endpoint. */
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
  let left = STORED_HEADER_BYTES;
  for (const name of STORED_HEADERS) {
    const value = reply.header(name);
    if (value === null || left <= 0) continue;
    // NUL has no place in Postgres text, other control characters none in a log.
    // oxlint-disable-next-line no-control-regex
    stored[name] = value.replace(/[\u0000-\u001f\u007f]/g, ' ').slice(0, left);
    left -= name.length + value.length;
  }
  return stored;
}

type StoredBody = Pick<AttemptOutcome, 'responseBody' | 'responseEncoding' | 'truncated'>;

/** Text as text; what is no UTF-8, or holds NUL, as base64. A character cut in half at the end is left out. */
function storedBody(bytes: Buffer, cut: boolean): StoredBody {
  const kept = bytes.subarray(0, STORED_BODY_BYTES);
  const truncated = cut || kept.length < bytes.length;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(kept, {
      stream: truncated,
    });
    if (!text.includes('\0')) return { responseBody: text, responseEncoding: 'utf-8', truncated };
  } catch {
    // Falls through: not UTF-8.
  }
  return { responseBody: kept.toString('base64'), responseEncoding: 'base64', truncated };
}
