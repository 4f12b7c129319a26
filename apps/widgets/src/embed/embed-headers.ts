import type { Encoding } from './encoded-body';
import type { HttpReply } from './http-exchange';

/** Every public answer, errors included: any page may read it, no credentials are involved, errors are not kept. */
export function setPublicHeaders(reply: HttpReply): void {
  reply
    .header('Access-Control-Allow-Origin', '*')
    .header('Cross-Origin-Resource-Policy', 'cross-origin')
    .header('Timing-Allow-Origin', '*')
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'no-store');
}

interface VersionedAnswer {
  etag: string;
  cacheTag: string;
  /** Request headers that change the answer, beside Accept-Encoding. */
  vary: readonly string[];
}

/**
 * Browsers and shared caches ask every time (304 costs one row), so that an approval shows at once. The tag is for
 * operators who let their CDN keep the body and purge it on `review.updated`.
 */
export function setVersionHeaders(reply: HttpReply, { etag, cacheTag, vary }: VersionedAnswer): void {
  reply
    .header('ETag', etag)
    .header('Cache-Control', 'public, max-age=0, must-revalidate')
    .header('Cache-Tag', cacheTag)
    .header('Vary', ['Accept-Encoding', ...vary].join(', '));
}

export function setBodyHeaders(reply: HttpReply, contentType: string, encoding: Encoding): void {
  reply.header('Content-Type', contentType);
  if (encoding !== 'identity') reply.header('Content-Encoding', encoding);
}
