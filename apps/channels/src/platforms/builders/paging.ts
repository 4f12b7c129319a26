import { webUrl } from '@plaudit/runtime/content';
import { parseCount } from '../../normalise/numbers';
import type { ProfileKey } from '../platform';
import type { ApiPage } from './json-spec';
import { type Path, valueAt } from './json-paths';

type NumberedPage = ApiPage<ProfileKey, number, unknown>;
type CursorPage = ApiPage<ProfileKey, string, unknown>;

/** Where an answer says whether more reviews follow. */
type Figure = Path | ((page: NumberedPage) => unknown);

/**
 * How the last page is recognised. The first of these that an answer has counts. Without any, a page of fewer than `size` rows is
 * the last one, and without `size` either, the layout has changed. An empty page always is the last one.
 */
interface LastPage {
  /** The maximum of rows of a page. */
  size?: number;
  /** Where an answer has a smaller maximum. */
  sizeAt?: Path;
  /** The number of pages. */
  pages?: Figure;
  /** The number of rows of all pages. */
  total?: Figure;
  /** Anything but null, false, 0 and '' if more rows follow. Nothing there means that none do. */
  more?: Figure;
}

/** The platform has one page only. */
export function onePage(): null {
  return null;
}

/** Returns the number of the next page. The first page has the number `first`, which is 1 by default. */
export function nextPage({
  first = 1,
  ...last
}: LastPage & { first?: 0 | 1 }): (page: NumberedPage) => number | null {
  return (page) => {
    const current = page.request.cursor ?? first;
    return hasMore(last, page, current - first + 1) ? current + 1 : null;
  };
}

/** Returns how many rows the next page leaves out. The first page leaves out `first`. */
export function nextOffset(
  last: LastPage & { size: number; first?: number },
): (page: NumberedPage) => number | null {
  const { size, first = 0 } = last;
  return (page) => {
    const offset = page.request.cursor ?? first;
    return hasMore(last, page, (offset - first) / size + 1) ? offset + size : null;
  };
}

/** `current` counts from 1. */
function hasMore({ pages, total, more, ...last }: LastPage, page: NumberedPage, current: number): boolean {
  const figure = (source: Figure = []): unknown =>
    typeof source === 'function' ? source(page) : valueAt(page.body, source);
  if (page.count === 0) return false;
  const size = Math.min(last.size ?? Infinity, parseCount(figure(last.sizeAt)) ?? Infinity);
  const lastPage = parseCount(figure(pages));
  if (lastPage !== null) return current < lastPage;
  const rows = parseCount(figure(total));
  if (rows !== null && Number.isFinite(size)) return current * size < rows;
  if (more !== undefined) return Boolean(figure(more));
  if (Number.isFinite(size)) return page.count >= size;
  throw new TypeError('The answer does not say whether more pages follow');
}

/**
 * Returns the cursor at a path: a text or a number. Nothing there means that the list ends, unless `more` leads to where the answer
 * says it: true if more rows follow. A cursor that is missing then, or has another form, becomes LAYOUT_CHANGED, because reviews
 * behind it would count as removed.
 */
export function cursorAt(path: Path, { more }: { more?: Path } = {}): (page: CursorPage) => string | null {
  return ({ body }) => {
    if (more !== undefined && valueAt(body, more) !== true) return null;
    const cursor = valueAt(body, path) ?? '';
    if (typeof cursor === 'number' || (typeof cursor === 'string' && cursor !== '')) return String(cursor);
    if (cursor === '' && more === undefined) return null;
    throw new TypeError('The page has no cursor of the next one');
  };
}

/**
 * Returns the cursor at a path in the last row of a page. The rows are at `rows`. An empty page is the last one, and one that `more`
 * denies. A row without a cursor becomes LAYOUT_CHANGED.
 */
export function cursorOfLast(
  rows: string,
  path: string,
  { more }: { more?: Path } = {},
): (page: CursorPage) => string | null {
  return (page) => {
    if (page.count === 0 || (more !== undefined && valueAt(page.body, more) !== true)) return null;
    const cursor = cursorAt(`${rows}.${page.count - 1}.${path}`)(page);
    if (cursor !== null) return cursor;
    throw new TypeError('The last row has no cursor of the next page');
  };
}

/** Returns the URL of the next page at a path, which may be relative to `base`. Nothing there means that the list ends. */
export function urlAt(path: Path, base: string): (page: CursorPage) => string | null {
  return ({ body }) => nextUrl(valueAt(body, path), base);
}

/**
 * Returns the absolute URL of the next page that a platform named, or null. A URL of another origin becomes LAYOUT_CHANGED,
 * because the request of it has the key of the customer.
 */
export function nextUrl(url: unknown, base: string): string | null {
  if (url === undefined || url === null || url === '') return null;
  const next = webUrl(url, base);
  if (next !== null && new URL(next).origin === new URL(base).origin) return next;
  throw new TypeError('The next page has no URL of the platform');
}
