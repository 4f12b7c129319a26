import type { ServiceEnv } from './service-env';

type Urls = Pick<ServiceEnv, 'PUBLIC_URL' | 'PUBLIC_PAGES_URL'>;

/**
 * Returns the origin of the pages that anyone opens without signing in: hosted pages of widgets, and those behind the links of
 * messages. Without PUBLIC_PAGES_URL, a product on localhost has them on 127.0.0.1, which the same server answers, and browsers
 * keep the two apart. Any other has them on PUBLIC_URL.
 */
export function publicPagesUrl({ PUBLIC_URL, PUBLIC_PAGES_URL }: Urls): string {
  if (PUBLIC_PAGES_URL !== undefined) return PUBLIC_PAGES_URL;
  return PUBLIC_URL.replace(/^(https?:\/\/)localhost(?=:|$)/i, '$1127.0.0.1');
}
