import type { OutboundError, OutboundErrorCode, PaceExceeded } from '@plaudit/outbound';
import { CrawlError, type CrawlErrorCode, IF_NOT_READABLE } from '../../platforms/crawl-error';
import type { PlatformMeta } from '../../platforms/platform';

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

/** Returns the CrawlError for a request that got no response. */
export function fromOutbound(error: OutboundError): CrawlError {
  return new CrawlError(BY_OUTBOUND_CODE[error.code], error.message, {}, { cause: error });
}

/** Returns the CrawlError for a request that was not sent, because the origin has had too many of them. */
export function fromPace(error: PaceExceeded, { host }: URL): CrawlError {
  const msg = `Too many profiles on ${host} are being checked.`;
  return new CrawlError('OVERLOADED', msg, { retryAfterMs: error.waitMs }, { cause: error });
}

/** The message of a refusal that the customer can only settle with those who run the site. */
export const BLOCKED_MESSAGE =
  'The site answers with a check for bots instead of the page. Ask who runs it to allow our requests, or import the reviews from a CSV file.';

const MAX_RETRY_AFTER_MS = 86_400_000;

/** Returns the delay of a `Retry-After` header, given in seconds or as an HTTP date. Returns undefined without a valid one. */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), MAX_RETRY_AFTER_MS);
}

// Signs of a page that asks for a captcha or another proof. We respect such a refusal and never work around it.
const CHALLENGE_BODY =
  /aws-waf-token|awswaf\.com|\/cdn-cgi\/challenge-platform|captcha-delivery\.com|datadome|_Incapsula_|px-captcha|sucuri_cloudproxy_js|\/errors\/validateCaptcha|<title>\s*(?:just a moment|attention required! \| cloudflare|ddos-guard|access denied\s*<)/i;

export interface ResponseParts {
  status: number;
  header(name: string): string | null;
  text(): string;
}

/** Returns true if the response is a bot challenge instead of the requested page. */
export function isChallenge(response: ResponseParts): boolean {
  if (response.header('cf-mitigated') === 'challenge' || response.header('x-amzn-waf-action') !== null)
    return true;
  return CHALLENGE_BODY.test(response.text().slice(0, 20_000));
}

type Refusal = readonly [code: CrawlErrorCode, message: string];

const NOT_PUBLIC: Refusal = [
  'BLOCKED',
  'The site refuses access to this page. Open it in a private window: it must be visible without signing in.',
];
/** The message of a refusal that comes from a firewall, because an API refuses in its own form. */
const NOT_LET_IN: Refusal = [
  'BLOCKED',
  'The platform refuses our requests before they reach its API. Ask the platform to allow them, or import the reviews from a CSV file.',
];

/** What a refusal means by how a platform is connected. Only what a customer sent or allowed can be at fault. */
const BY_METHOD: Readonly<Partial<Record<PlatformMeta['method'], Readonly<Record<number, Refusal>>>>> = {
  url: { 401: NOT_PUBLIC },
  credentials: {
    401: ['CREDENTIALS_INVALID', 'The platform does not accept the key. Check access_token.'],
    403: [
      'FORBIDDEN_PLAN',
      'The key may not read these reviews. Check its permissions, the plan of your account there, and what you sent besides access_token.',
    ],
    404: [
      'NOT_FOUND',
      'The platform has no such profile. Check what you sent, and that access_token belongs to it.',
    ],
  },
  oauth: {
    403: [
      'FORBIDDEN_PLAN',
      'The account that you signed in with may not read these reviews. Sign in again and allow it, or sign in with another account.',
    ],
    404: ['NOT_FOUND', 'The account that you signed in with has no such profile. Connect the channel again.'],
  },
};

const BY_STATUS: Readonly<Record<number, Refusal>> = {
  401: ['AUTH_EXPIRED', 'The platform no longer accepts the stored access. Connect the channel again.'],
  402: [
    'FORBIDDEN_PLAN',
    'The plan of your account on the platform does not include access to its reviews. Change that plan.',
  ],
  403: NOT_PUBLIC,
  404: ['NOT_FOUND', 'The site has no page at this URL. Check the URL.'],
  408: ['UPSTREAM_ERROR', 'The platform responded with an error (HTTP 408).'],
  410: [
    'GONE',
    'The profile no longer exists on the platform. Delete the channel or connect another profile.',
  ],
  429: ['RATE_LIMITED', 'The platform limits how often we may read it.'],
  451: NOT_PUBLIC,
};

type Connected = Pick<PlatformMeta, 'method' | 'operatorKey'>;

/** Returns what a refusal means, or undefined for another status. */
function refusalOf(response: ResponseParts, { method, operatorKey }: Connected): Refusal | undefined {
  const { status } = response;
  if (status === 401 && method === 'url' && operatorKey) {
    const msg = 'The platform does not accept the key of this installation. Its operator must replace it.';
    return ['AUTH_MISSING', msg];
  }
  const isPage = status === 403 && /^\s*<(?:!doctype html|html)/i.test(response.text().slice(0, 1_000));
  if (isPage && method !== 'url') return NOT_LET_IN;
  return BY_METHOD[method]?.[status] ?? BY_STATUS[status];
}

/** Returns the CrawlError for a status of 400 and above, otherwise null. Whose fault it is depends on how the platform is connected. */
export function fromStatus(
  response: ResponseParts,
  now: Date,
  connected: Connected = { method: 'url' },
): CrawlError | null {
  const { status } = response;
  if (status < 400) return null;
  const info = { status, retryAfterMs: retryAfterMs(response.header('retry-after'), now) };
  const refused = (code: CrawlErrorCode, msg: string): CrawlError => new CrawlError(code, msg, info);
  if ((status === 403 || status === 429 || status === 503) && isChallenge(response)) {
    return refused('BLOCKED', BLOCKED_MESSAGE);
  }
  const known = refusalOf(response, connected);
  if (known) return refused(...known);
  if (status >= 500)
    return refused('UPSTREAM_ERROR', `The platform responded with an error (HTTP ${status}).`);
  return refused('LAYOUT_CHANGED', `The platform rejected our request (HTTP ${status}). ${IF_NOT_READABLE}`);
}
