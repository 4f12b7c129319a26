import type { OutboundError, OutboundErrorCode } from '@plaudit/outbound';
import { CrawlError, type CrawlErrorCode } from '../platforms/platform';

const BY_OUTBOUND_CODE: Readonly<Record<OutboundErrorCode, CrawlErrorCode>> = {
  timeout: 'TIMEOUT',
  dns_error: 'NETWORK',
  connection_refused: 'NETWORK',
  connection_reset: 'NETWORK',
  network_unreachable: 'NETWORK',
  tls_error: 'NETWORK',
  blocked_address: 'INVALID_PROFILE',
  redirect: 'SOURCE_RETIRED',
  response_malformed: 'UPSTREAM_ERROR',
  headers_too_large: 'UPSTREAM_ERROR',
  too_large: 'TOO_LARGE',
  breaker_open: 'UPSTREAM_ERROR',
  internal: 'BUG',
};

export function fromOutbound(error: OutboundError): CrawlError {
  return new CrawlError(BY_OUTBOUND_CODE[error.code], error.message, {}, { cause: error });
}

const MAX_RETRY_AFTER_MS = 86_400_000;

/** `Retry-After` in seconds or as an HTTP date; undefined without one. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

// Marks of pages that ask a browser to prove itself. A refusal is respected, never worked around.
const CHALLENGE_BODY =
  /aws-waf-token|awswaf\.com|\/cdn-cgi\/challenge-platform|captcha-delivery\.com|datadome|_Incapsula_|px-captcha|<title>\s*just a moment/i;

export interface AnswerParts {
  status: number;
  header(name: string): string | null;
  text(): string;
}

export function isChallenge(answer: AnswerParts): boolean {
  if (answer.header('cf-mitigated') === 'challenge' || answer.header('x-amzn-waf-action') !== null)
    return true;
  return CHALLENGE_BODY.test(answer.text().slice(0, 20_000));
}

/** What a status of 400 and above means; null for all others. */
export function fromStatus(answer: AnswerParts, now: Date): CrawlError | null {
  const { status } = answer;
  if (status < 400) return null;
  const info = { status, retryAfterMs: retryAfterMs(answer.header('retry-after'), now) };
  const refused = (code: CrawlErrorCode, msg: string): CrawlError => new CrawlError(code, msg, info);
  if ((status === 403 || status === 429 || status === 503) && isChallenge(answer)) {
    return refused('BLOCKED', 'The platform refuses automated access.');
  }
  if (status === 401)
    return refused('AUTH_EXPIRED', 'The platform no longer accepts the stored access; connect it again.');
  if (status === 402)
    return refused('FORBIDDEN_PLAN', 'The plan of that account does not include its reviews.');
  if (status === 403 || status === 451)
    return refused('BLOCKED', 'The platform refuses access to this profile.');
  if (status === 404) return refused('NOT_FOUND', 'The platform has no such profile.');
  if (status === 410) return refused('GONE', 'The profile does not exist on the platform any more.');
  if (status === 429) return refused('RATE_LIMITED', 'The platform asks us to come back later.');
  if (status >= 500 || status === 408)
    return refused('UPSTREAM_ERROR', `The platform answered with an error (HTTP ${status}).`);
  return refused('LAYOUT_CHANGED', `The platform did not understand our request (HTTP ${status}).`);
}
