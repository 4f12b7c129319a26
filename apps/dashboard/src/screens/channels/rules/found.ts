import type { Schema } from '@plaudit/client';

type Found = Schema<'Discovery'>;

/** Returns what was found with the result of another search of some of the platforms in place of theirs. */
export function withRetried(found: Found, retried: Found): Found {
  const again = new Map(retried.platforms.map((searched) => [searched.platform, searched]));
  const kept = found.candidates.filter(({ platform }) => !again.has(platform));
  return {
    ...found,
    platforms: found.platforms.map((searched) => again.get(searched.platform) ?? searched),
    candidates: [...kept, ...retried.candidates],
  };
}

/** The states that another attempt may end. */
const PASSING: ReadonlySet<Schema<'SearchedPlatform'>['status']> = new Set([
  'rate_limited',
  'timeout',
  'refused',
  'failed',
]);

export function isWorthRetrying({ status }: Schema<'SearchedPlatform'>): boolean {
  return PASSING.has(status);
}
