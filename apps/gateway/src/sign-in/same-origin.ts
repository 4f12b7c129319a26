export interface RequestSource {
  /** `Sec-Fetch-Site`, which every browser of today sends and no page can forge. */
  fetchSite?: string;
  origin?: string;
}

/**
 * Whether a request that changes something comes from a page of ours. A cookie alone does not tell: a sister domain's
 * page is same-site, so SameSite lets its requests through.
 */
export function comesFromOurPage({ fetchSite, origin }: RequestSource, ourOrigin: string): boolean {
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  return origin === ourOrigin;
}
