import type { Channel, ChannelType } from './channel-state';

/** What a person can do about a failure. The text `fix_<remedy>` says it. */
export type Fix =
  | 'wait'
  | 'enable'
  | 'sign_in'
  | 'replace_key'
  | 'add_key'
  | 'check_address'
  | 'make_public'
  | 'fix_page'
  | 'report'
  | 'import';

type Failed = Pick<Channel, 'remedy' | 'status' | 'has_credentials' | 'method'>;

/** What helps besides waiting, cheapest first. */
const STEPS: Readonly<Record<NonNullable<Channel['remedy']>, readonly Fix[]>> = {
  wait: [],
  sign_in: ['sign_in'],
  replace_key: ['replace_key'],
  check_address: ['check_address', 'import'],
  make_public: ['make_public', 'import'],
  fix_page: ['fix_page', 'import'],
  report: ['report', 'import'],
  import: ['import'],
};
/** Failures that may end by themselves. */
const PASSING: ReadonlySet<Channel['remedy']> = new Set([
  'wait',
  'import',
  'report',
  'make_public',
  'fix_page',
]);

/** Returns what helps after a failure, cheapest first. A channel that is not crawled any more must be enabled instead of waiting. */
export function fixesOf(channel: Failed, type: Pick<ChannelType, 'optional'> | undefined): Fix[] {
  const { remedy, status, has_credentials, method } = channel;
  if (remedy === null) return status === 'disabled' ? ['enable'] : [];
  const takesKey = method === 'url' && !has_credentials && type?.optional.includes('access_token');
  const [last, ...before] = [...STEPS[remedy]].reverse();
  const steps: Fix[] = [
    ...(PASSING.has(remedy) ? [status === 'disabled' ? ('enable' as const) : ('wait' as const)] : []),
    ...before.reverse(),
    ...(takesKey && (remedy === 'import' || remedy === 'wait') ? ['add_key' as const] : []),
    ...(last ? [last] : []),
  ];
  return steps;
}

/** Returns the fix that the row of a channel offers as its button: the first that a person does. Null if waiting is enough. */
export function mainFix(fixes: readonly Fix[]): Fix | null {
  return fixes.find((fix) => fix === 'sign_in' || fix === 'replace_key' || fix === 'enable') ?? null;
}
