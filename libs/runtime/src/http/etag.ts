/**
 * Returns true if an If-None-Match header names the ETag, which is given with its quotes and without `W/`. Proxies that compress
 * make ETags weak, so weak ones match.
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === etag) return true;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
