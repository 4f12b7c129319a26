import type { ProfileErrorCode } from '@plaudit/contracts';

/** What helps after a failed crawl. */
export const REMEDIES = [
  'wait',
  'check_address',
  'sign_in',
  'replace_key',
  'make_public',
  'import',
  'report',
] as const;
export type Remedy = (typeof REMEDIES)[number];

export const REMEDY_OF: Readonly<Record<ProfileErrorCode, Remedy>> = {
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
