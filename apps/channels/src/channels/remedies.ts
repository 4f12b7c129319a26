import type { ProfileErrorCode } from '@plaudit/contracts';
import type { PlatformMeta } from '../platforms/platform';

/** What helps after a failed crawl. */
export const REMEDIES = [
  'wait',
  'check_address',
  'sign_in',
  'replace_key',
  'make_public',
  'fix_page',
  'import',
  'report',
] as const;
export type Remedy = (typeof REMEDIES)[number];

const REMEDIES_OF: Readonly<Record<ProfileErrorCode, Remedy>> = {
  not_found: 'check_address',
  blocked: 'import',
  auth_expired: 'sign_in',
  credentials_invalid: 'replace_key',
  parse_failed: 'report',
  empty_result: 'make_public',
  timeout: 'wait',
  platform_error: 'wait',
  rate_limited: 'wait',
  quota_exceeded: 'wait',
};

/** Failures of a page of the customer's own website, which its owner corrects. Such a page has no settings of a platform. */
const FAULTS_OF_PAGES: ReadonlySet<ProfileErrorCode> = new Set(['parse_failed', 'empty_result']);

export function remedyOf(code: ProfileErrorCode, { catchAll }: Pick<PlatformMeta, 'catchAll'>): Remedy {
  return catchAll === true && FAULTS_OF_PAGES.has(code) ? 'fix_page' : REMEDIES_OF[code];
}
