import { pageIdentity } from '../../normalise/urls';
import type { ProfileKey } from '../platform';

export interface SiteKey extends ProfileKey {
  /** The URL of a site without its closing slash, so that paths of an API can be added to it. */
  url: string;
}

/** Returns the key of the site at a URL. A site may lie in a folder of its domain. The query does not count. */
export function siteKey({ origin, pathname }: URL): SiteKey {
  return { url: `${origin}${pathname.replace(/\/{1,100}$/, '')}` };
}

/** Returns the same string for every spelling of the URL of a site. */
export function siteIdentity({ url }: SiteKey): string {
  return pageIdentity(new URL(url));
}
