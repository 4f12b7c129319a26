import { cleanLine, truncate } from '@plaudit/runtime/content';
import type { HttpResponse } from '../../platforms/context';
import { collectedLine } from '../../normalise/text';

/** Where the title of a page is looked for. */
const MAX_HEAD = 100_000;
const MAX_TITLE = 120;
const MAX_URL = 200;

/** What a crawl saw of a web page, for the message about one that has no reviews. */
export interface PageSight {
  /** The URL after redirects, without its query, which may have a key. */
  url: string;
  /** Null if the page has none. */
  title: string | null;
  isEmpty: boolean;
  /** The page marks up a list of reviews, and it is empty. */
  hasEmptyList: boolean;
}

/** Returns what there is to see of a web page. Returns null for a response that is none, such as JSON or a feed. */
export function pageSight({
  url,
  ...response
}: Pick<HttpResponse, 'url' | 'header' | 'text'>): PageSight | null {
  const text = response.text();
  const type = response.header('content-type') ?? '';
  const isPage = type === '' ? /^\s{0,100}<(?:!doctype\s{1,10}html|html)\b/i.test(text) : /html/i.test(type);
  if (!isPage) return null;
  const { origin, pathname } = new URL(url);
  return {
    url: truncate(`${origin}${pathname}`, MAX_URL),
    title: titleOf(text),
    isEmpty: text.trim() === '',
    hasEmptyList: /"reviews?"\s{0,20}:\s{0,20}\[\s{0,100}\]/.test(text),
  };
}

/** Returns the title of an HTML page as plain text. Returns null if it has none. */
export function titleOf(html: string): string | null {
  const head = html.slice(0, MAX_HEAD);
  const from = head.search(/<title[\s>]/i);
  if (from < 0) return null;
  const start = head.indexOf('>', from) + 1;
  const end = head.slice(start).search(/<\/title/i);
  const title = start === 0 ? '' : head.slice(start, end < 0 ? start + MAX_TITLE * 4 : start + end);
  return cleanLine(collectedLine(title, MAX_TITLE), MAX_TITLE) || null;
}

/** Returns the beginning of a sentence about the page: `The page at https://… is titled "Log in" and`. */
export function seenPage({ url, title, isEmpty }: PageSight): string {
  const what = title !== null ? `is titled "${title}"` : isEmpty ? 'is empty' : 'has no title';
  return `The page at ${url} ${what} and`;
}

/** Returns what the owner of a page without reviews can do, by what the page shows. */
export function adviceAbout({ title, hasEmptyList }: PageSight): string {
  if (hasEmptyList) return 'Its structured data has an empty list of reviews. Add the reviews to it.';
  if (/\b(?:404|410|not found|gone)\b/i.test(title ?? ''))
    return 'It seems that the page no longer exists. Publish it again, or connect the URL of another page.';
  return (
    'Open it in a private window: it must show the reviews without a login, a question about cookies or a proof that you ' +
    'are human. If it shows them, they must be marked up with schema.org.'
  );
}
