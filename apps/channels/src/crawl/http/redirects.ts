import { parseUrl } from '@plaudit/contracts';
import type { OutboundReply } from '@plaudit/outbound';
import { getDomain } from 'tldts';
import { CrawlError } from '../../platforms/crawl-error';
import { isOwnHost } from '../../platforms/own-host';
import type { PlatformMeta } from '../../platforms/platform';

/** Returns where a response redirects to, or null if it does not. Throws UPSTREAM_ERROR for an invalid URL. */
export function redirectOf(response: OutboundReply, from: URL): URL | null {
  const location = response.header('location');
  if (response.status < 300 || response.status > 399 || location === null) return null;
  const target = parseUrl(location, from.href);
  if (!target) throw new CrawlError('UPSTREAM_ERROR', 'The platform redirects to an invalid URL.');
  return target;
}

/** Throws SOURCE_RETIRED on a redirect to another site. The profile has moved, so the crawl must not report zero reviews. */
export function assertOwnHost({ hosts, label }: PlatformMeta, url: URL, requested: URL): void {
  if (hosts !== 'any') {
    if (isOwnHost({ hosts }, url.hostname)) return;
    throw new CrawlError(
      'SOURCE_RETIRED',
      `${label} redirects to another site, ${url.hostname}. Connect the profile at its new URL.`,
    );
  }
  const sameSite = url.hostname === requested.hostname || siteOf(url) === siteOf(requested);
  if (!sameSite)
    throw new CrawlError(
      'SOURCE_RETIRED',
      `The page redirects to another site, ${url.hostname}. Connect the page at its new URL.`,
    );
}

function siteOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}
