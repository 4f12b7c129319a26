import type { CrawlError, CrawlErrorCode } from '../platforms/crawl-error';
import type { PlatformMeta } from '../platforms/platform';

/** What became of the search of one platform. */
export const SEARCH_STATUSES = [
  'answered',
  'not_searchable',
  'key_refused',
  'rate_limited',
  'timeout',
  'refused',
  'failed',
] as const;
export type SearchStatus = (typeof SEARCH_STATUSES)[number];

/** Time for the search of one platform, in ms. A person waits, and the verification takes its time, too. */
export const SEARCH_MS = 8_000;

/** A search has no key of a customer, so each of these is about the key of the operator. */
const OF_THE_KEY: ReadonlySet<CrawlErrorCode> = new Set([
  'AUTH_MISSING',
  'AUTH_EXPIRED',
  'CREDENTIALS_INVALID',
  'FORBIDDEN_PLAN',
]);
const BY_CODE: Readonly<Partial<Record<CrawlErrorCode, SearchStatus>>> = {
  RATE_LIMITED: 'rate_limited',
  QUOTA_EXCEEDED: 'rate_limited',
  OVERLOADED: 'rate_limited',
  CHALLENGED: 'refused',
  BLOCKED: 'refused',
  ROBOTS_DISALLOWED: 'refused',
  TIMEOUT: 'timeout',
};

/** Returns what the failure of a search means. */
export function statusOfFailure(
  { code }: CrawlError,
  { operatorKey }: Pick<PlatformMeta, 'operatorKey'>,
): SearchStatus {
  if (OF_THE_KEY.has(code)) return operatorKey === undefined ? 'refused' : 'key_refused';
  return BY_CODE[code] ?? 'failed';
}

const OTHERWISE = 'Try again later, or send the URL of the profile.';

/** Says what went wrong with the search of a platform. The messages of a CrawlError speak of profiles and their URLs. */
export function messageOfFailure(
  error: CrawlError,
  meta: Pick<PlatformMeta, 'label' | 'operatorKey'>,
): string {
  const { label } = meta;
  const http = error.info.status === undefined ? '' : ` (HTTP ${error.info.status})`;
  const sentences: Readonly<Partial<Record<SearchStatus, string>>> = {
    key_refused: `${label} does not accept the key of this installation${http}. Its operator must replace it; send the URL of the profile meanwhile.`,
    rate_limited: `${label} takes no more searches at this time${http}. ${OTHERWISE}`,
    timeout: `${label} did not answer within ${SEARCH_MS / 1_000} seconds. ${OTHERWISE}`,
    refused: `${label} refuses the search${http}. ${OTHERWISE}`,
  };
  return sentences[statusOfFailure(error, meta)] ?? failureOf(error, label, http);
}

function failureOf({ code }: CrawlError, label: string, http: string): string {
  if (http !== '') return `${label} answered the search with an error${http}. ${OTHERWISE}`;
  return code === 'NETWORK'
    ? `${label} could not be reached. ${OTHERWISE}`
    : `The answer of ${label} could not be read. ${OTHERWISE}`;
}
