import type { ProfileErrorCode } from '@plaudit/contracts';

export type CrawlErrorCode =
  | 'INVALID_PROFILE'
  | 'NOT_FOUND'
  | 'GONE'
  | 'SOURCE_RETIRED'
  | 'AUTH_EXPIRED'
  | 'AUTH_MISSING'
  | 'CREDENTIALS_INVALID'
  | 'FORBIDDEN_PLAN'
  | 'BLOCKED'
  | 'ROBOTS_DISALLOWED'
  | 'RATE_LIMITED'
  | 'OVERLOADED'
  | 'QUOTA_EXCEEDED'
  | 'LAYOUT_CHANGED'
  | 'TOO_COMPLEX'
  | 'EMPTY_RESULT'
  | 'UPSTREAM_ERROR'
  | 'TIMEOUT'
  | 'NETWORK'
  | 'CURSOR_EXPIRED'
  | 'TOO_LARGE'
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
