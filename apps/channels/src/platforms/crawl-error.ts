import type { ProfileErrorCode } from '@plaudit/contracts';

/**
 * Why a platform could not be read. Every code but RATE_LIMITED counts towards the ten failures after which a channel is
 * disabled.
 */
export type CrawlErrorCode =
  /** The URL or what else the customer sent is not that of a profile. */
  | 'INVALID_PROFILE'
  /** The platform does not have the profile. */
  | 'NOT_FOUND'
  /** The profile existed and was closed, removed or suspended. */
  | 'GONE'
  /** The platform has moved or ended the source of the reviews. */
  | 'SOURCE_RETIRED'
  /** The access that a person granted by signing in has ended. */
  | 'AUTH_EXPIRED'
  /** The operator's key is missing or refused. */
  | 'AUTH_MISSING'
  /** The customer's key is missing or refused. */
  | 'CREDENTIALS_INVALID'
  /** The key is valid, but its plan or its permissions do not include reviews. */
  | 'FORBIDDEN_PLAN'
  /** The platform refuses automated access. */
  | 'BLOCKED'
  /** The platform asks for proof of a human visitor, and that passes within minutes. If it does not, it becomes BLOCKED. */
  | 'CHALLENGED'
  | 'ROBOTS_DISALLOWED'
  /** Too many requests in a short time. `retryAfterMs` says when to try again. The status of the channel stays. */
  | 'RATE_LIMITED'
  /** We have too much to do ourselves. Only a profile check fails with it. */
  | 'OVERLOADED'
  /** The requests of a day or a month are used up. */
  | 'QUOTA_EXCEEDED'
  /** The answer has another form than documented. */
  | 'LAYOUT_CHANGED'
  /** The page takes too much time or memory to read. */
  | 'TOO_COMPLEX'
  /** The platform counts reviews but shows none. The crawler itself finds this. */
  | 'EMPTY_RESULT'
  /** The platform failed with an error of its own. */
  | 'UPSTREAM_ERROR'
  | 'TIMEOUT'
  | 'NETWORK'
  /** The cursor of a checkpoint is refused. The next attempt starts over. */
  | 'CURSOR_EXPIRED'
  /** The answer has more bytes than we take. */
  | 'TOO_LARGE'
  /** A fault of ours. Adapters never throw it. */
  | 'BUG';

interface CrawlErrorInfo {
  /** How long the platform asks us to wait (Retry-After). */
  retryAfterMs?: number;
  status?: number;
}

/** Why a platform could not be read. Customers see `message`, so it says what is wrong and what they can do. */
export class CrawlError extends Error {
  constructor(
    readonly code: CrawlErrorCode,
    message: string,
    readonly info: CrawlErrorInfo = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'CrawlError';
  }
}

/** What helps if the responses of a platform have a form that its adapter cannot read. */
export const IF_NOT_READABLE =
  'Update Plaudit. If that does not help, report an issue with this message, and import the reviews from a CSV file meanwhile.';

/** Thrown for a row that has another form than documented. */
export class OtherForm extends RangeError {}

/** Maps the crawler's error codes to those of the API. */
export const PROFILE_ERROR_OF: Readonly<Record<CrawlErrorCode, ProfileErrorCode>> = {
  INVALID_PROFILE: 'not_found',
  NOT_FOUND: 'not_found',
  GONE: 'not_found',
  SOURCE_RETIRED: 'not_found',
  BLOCKED: 'blocked',
  ROBOTS_DISALLOWED: 'blocked',
  AUTH_EXPIRED: 'auth_expired',
  AUTH_MISSING: 'credentials_invalid',
  CREDENTIALS_INVALID: 'credentials_invalid',
  FORBIDDEN_PLAN: 'credentials_invalid',
  LAYOUT_CHANGED: 'parse_failed',
  TOO_COMPLEX: 'parse_failed',
  EMPTY_RESULT: 'empty_result',
  TIMEOUT: 'timeout',
  NETWORK: 'platform_error',
  UPSTREAM_ERROR: 'platform_error',
  TOO_LARGE: 'platform_error',
  CURSOR_EXPIRED: 'platform_error',
  BUG: 'platform_error',
  CHALLENGED: 'rate_limited',
  RATE_LIMITED: 'rate_limited',
  OVERLOADED: 'rate_limited',
  QUOTA_EXCEEDED: 'quota_exceeded',
};

/** Returns what an adapter threw as a CrawlError. Any other error is a bug of ours and gets the code BUG. */
export function asCrawlError(error: unknown): CrawlError {
  if (error instanceof CrawlError) return error;
  return new CrawlError(
    'BUG',
    'The reviews could not be read because of a fault on our side. We try again later.',
    {},
    { cause: error },
  );
}

const TRANSIENT: ReadonlySet<CrawlErrorCode> = new Set([
  'CHALLENGED',
  'RATE_LIMITED',
  'OVERLOADED',
  'QUOTA_EXCEEDED',
  'UPSTREAM_ERROR',
  'TIMEOUT',
  'NETWORK',
]);

/** Returns true if a later attempt may succeed without any change by the customer. */
export function isTransient(error: CrawlError): boolean {
  return TRANSIENT.has(error.code);
}
