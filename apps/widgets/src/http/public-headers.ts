import type { Encoding } from '@plaudit/runtime';
import type { HttpReply } from './http-exchange';

/**
 * Sets the headers of every public response, errors included. Pages of any origin may read the response, and it needs
 * no credentials. Caches do not store it unless a later call allows that.
 */
export function setPublicHeaders(reply: HttpReply): void {
  reply
    .header('Access-Control-Allow-Origin', '*')
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Timing-Allow-Origin', '*')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store');
}

/** How old the reviews may be that a visitor sees while the reviews service does not answer. */
const MAX_STALE_SECONDS = 86_400;

/** Returns true if content that the reviews service confirmed at this time may no longer be shown. */
export function isTooOld(confirmedOn: Date, now: Date): boolean {
  return now.getTime() - confirmedOn.getTime() > MAX_STALE_SECONDS * 1000;
}

interface ResponseVersion {
  etag: string;
  cacheTag: string;
  /** Request headers that the response depends on, besides Accept-Encoding. */
  vary: readonly string[];
}

/**
 * Lets browsers and shared caches store the response, but revalidate it on every request, so that an approved review
 * shows at once. A 304 costs the read of a row and a question to reviews. Operators can let a CDN cache the body
 * without revalidation and purge it by the cache tag when `review.updated` arrives. A cache may send an older version while the product answers with a 5xx.
 */
export function setVersionHeaders(reply: HttpReply, { etag, cacheTag, vary }: ResponseVersion): void {
  reply
    .header('ETag', etag)
    .header('Cache-Control', `public, max-age=0, stale-if-error=${MAX_STALE_SECONDS}`)
    .header('Cache-Tag', cacheTag)
    .header('Vary', ['Accept-Encoding', ...vary].join(', '));
}

export function setBodyHeaders(reply: HttpReply, contentType: string, encoding: Encoding): void {
  reply.header('Content-Type', contentType);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
}
