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

/**
 * Returns what helps. What the owner of a page or feed has written wrong, only its owner can correct. A page of any website has no
 * settings of a platform either.
 */
export function remedyOf(
  code: ProfileErrorCode,
  { catchAll, writtenByOthers }: Pick<PlatformMeta, 'catchAll' | 'writtenByOthers'>,
): Remedy {
  const isFaultOfPage =
    (code === 'parse_failed' && writtenByOthers === true) || (code === 'empty_result' && catchAll === true);
  return isFaultOfPage ? 'fix_page' : REMEDIES_OF[code];
}
