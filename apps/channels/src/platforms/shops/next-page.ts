import { webUrl } from '@plaudit/runtime/content';
import { CrawlError } from '../crawl-error';
import type { PlatformMeta } from '../platform';

/**
 * Returns the absolute URL of the next page that a platform named, or null. A URL of another origin is no next page, because
 * the request of it has the key of the customer.
 */
export function nextPage(url: unknown, base: string): string | null {
  const next = webUrl(url, base);
  return next !== null && new URL(next).origin === new URL(base).origin ? next : null;
}

/** Returns the error of a platform that no longer knows the page at which a crawl continues. The crawl begins again. */
export function cursorExpired({ label }: Pick<PlatformMeta, 'label'>): CrawlError {
  return new CrawlError(
    'CURSOR_EXPIRED',
    `${label} rejected our request, probably because the next page has expired. We start over.`,
  );
}
