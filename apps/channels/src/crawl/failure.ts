import type { ProfileErrorCode } from '@plaudit/contracts';
import { CrawlError, type CrawlErrorCode } from '../platforms/platform';

/** The engine's words for what went wrong -> those of the API. */
export const PROFILE_ERROR_OF: Readonly<Record<CrawlErrorCode, ProfileErrorCode>> = {
  INVALID_PROFILE: 'not_found',
  NOT_FOUND: 'not_found',
  GONE: 'not_found',
  SOURCE_RETIRED: 'not_found',
  BLOCKED: 'blocked',
  ROBOTS_DISALLOWED: 'blocked',
  AUTH_EXPIRED: 'auth_expired',
  AUTH_MISSING: 'credentials_invalid',
  FORBIDDEN_PLAN: 'credentials_invalid',
  LAYOUT_CHANGED: 'parse_failed',
  EMPTY_RESULT: 'empty_result',
  TIMEOUT: 'timeout',
  NETWORK: 'platform_error',
  UPSTREAM_ERROR: 'platform_error',
  TOO_LARGE: 'platform_error',
  CURSOR_EXPIRED: 'platform_error',
  BUG: 'platform_error',
  RATE_LIMITED: 'rate_limited',
  QUOTA_EXCEEDED: 'quota_exceeded',
};

/** What an adapter threw, as a CrawlError; anything else is a fault of ours. */
export function asCrawlError(error: unknown): CrawlError {
  if (error instanceof CrawlError) return error;
  return new CrawlError(
    'BUG',
    'The reviews could not be read because of a fault on our side.',
    {},
    { cause: error },
  );
}

const TRANSIENT: ReadonlySet<CrawlErrorCode> = new Set([
  'RATE_LIMITED',
  'QUOTA_EXCEEDED',
  'UPSTREAM_ERROR',
  'TIMEOUT',
  'NETWORK',
]);

/** Another try may succeed without anybody changing anything. */
export function isTransient(error: CrawlError): boolean {
  return TRANSIENT.has(error.code);
}
