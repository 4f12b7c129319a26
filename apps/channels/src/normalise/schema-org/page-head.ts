import { webUrl } from '@plaudit/runtime/content';
import { type PageTree, rawTextOf } from './page-tree';

/** Characters of a page's title that are read. */
export const MAX_TITLE = 1_000;
/** Characters of a refresh that are read: a delay and a URL. */
const MAX_REFRESH = 2_100;
/** Attributes that are read besides those of every page. */
export const REFRESH_ATTRIBUTES: ReadonlySet<string> = new Set(['http-equiv']);

/** Returns the URL of the first link or anchor with `rel=next` on the same host. */
export function nextOf({ elements }: PageTree, page: URL): string | null {
  for (const { name, attributes } of elements) {
    const isNext = /(?:^|\s)next(?:\s|$)/i.test((attributes.get('rel') ?? '').slice(0, 200));
    if (!isNext || (name !== 'link' && name !== 'a')) continue;
    const url = webUrl(attributes.get('href'), page.href);
    if (url !== null && new URL(url).host === page.host && url !== page.href) return url;
  }
  return null;
}

/** Returns the URL of the first `<meta http-equiv=refresh>` that leads to another page. */
export function refreshOf({ elements }: PageTree, page: URL): string | null {
  for (const { name, attributes } of elements) {
    if (name !== 'meta' || attributes.get('http-equiv')?.trim().toLowerCase() !== 'refresh') continue;
    const content = (attributes.get('content') ?? '').slice(0, MAX_REFRESH);
    const target =
      /^[\s\d.]{0,30}[;,]\s{0,30}(?:url\s{0,30}=\s{0,30})?["']?(?!url\s{0,30}=)([^"'\s][^"']*)/i.exec(
        content,
      )?.[1];
    const url = webUrl(target?.trim(), page.href);
    if (url !== null && url !== page.href) return url;
  }
  return null;
}

/** Returns the title of a page. */
export function titleOf({ elements }: PageTree): string {
  const title = elements.find(({ name }) => name === 'title');
  return title ? rawTextOf(title).slice(0, MAX_TITLE) : '';
}
