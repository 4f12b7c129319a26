const READING = new Set(['GET', 'HEAD']);

interface RequestSource {
  method: string;
  /** `Sec-Fetch-Site`, which every current browser sends and no page can forge. A list is not valid. */
  fetchSite?: string | string[];
  origin?: string;
}

/**
 * Returns true if one of our own pages sent the request. The session cookie does not prove that: a page of a sibling
 * domain is same-site, so SameSite=Lax lets its requests carry the cookie. Browsers send `Origin` with every request that
 * changes something. Older ones send neither header when a page reads, and let no other page see the response.
 */
export function isSameOrigin({ method, fetchSite, origin }: RequestSource, ownOrigin: string): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  return origin === undefined ? READING.has(method) : origin === ownOrigin;
}
