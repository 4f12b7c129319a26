import type { ApiPage } from './json-spec';
import { cursorAt, cursorOfLast, nextOffset, nextPage, nextUrl, onePage, urlAt } from './paging';
import type { Cursor, ProfileKey } from '../platform';

/** Returns a page with so many rows, which a request with the cursor got. */
function page<C extends Cursor>(
  body: unknown,
  count: number,
  cursor: C | null,
): ApiPage<ProfileKey, C, unknown> {
  return { body, count, request: { key: {}, config: {}, partition: '', cursor }, header: () => null };
}

describe('nextPage', () => {
  it('continues after a full page, if nothing else says where the list ends', () => {
    const next = nextPage({ size: 10, total: 'total', pages: 'pages' });
    expect(next(page<number>({}, 10, null))).toBe(2);
    expect(next(page<number>({ total: 'many' }, 10, 2))).toBe(3);
    expect(next(page<number>({}, 9, 2))).toBeNull();
  });

  it('continues until the last of a known number of pages', () => {
    const next = nextPage({ pages: 'meta.pages' });
    expect(next(page<number>({ meta: { pages: 3 } }, 5, 2))).toBe(3);
    expect(next(page<number>({ meta: { pages: '3' } }, 5, 3))).toBeNull();
  });

  it('counts the pages of a platform whose first page has the number 0', () => {
    const next = nextPage({ first: 0, size: 10, pages: 'pages' });
    expect(next(page<number>({ pages: 2 }, 10, null))).toBe(1);
    expect(next(page<number>({ pages: 2 }, 10, 1))).toBeNull();
  });

  it('continues until all of a known number of rows are read, also after a short page', () => {
    const next = nextPage({ size: 10, total: 'total' });
    expect(next(page<number>({ total: 21 }, 4, 2))).toBe(3);
    expect(next(page<number>({ total: 20 }, 10, 2))).toBeNull();
  });

  it('believes an answer that says whether more follow', () => {
    const next = nextPage({ size: 10, more: 'next' });
    expect(next(page<number>({ next: 'https://example.com/2' }, 4, null))).toBe(2);
    expect(next(page<number>({ next: null }, 10, null))).toBeNull();
  });

  it('counts with the smaller maximum that an answer names', () => {
    const next = nextPage({ size: 10, sizeAt: 'per_page' });
    expect(next(page<number>({ per_page: 5 }, 5, null))).toBe(2);
    expect(next(page<number>({ per_page: 50 }, 9, null))).toBeNull();
  });

  it('does not take an answer for the last page that should name the number of pages and does not', () => {
    const next = nextPage({ pages: 'pages' });
    for (const body of [{}, { pages: null }, { pages: 'many' }])
      expect(() => next(page<number>(body, 5, null))).toThrow(TypeError);
  });

  it('ends at an empty page, whatever the answer says', () => {
    const next = nextPage({ size: 10, total: 'total', pages: 'pages', more: 'next' });
    expect(next(page<number>({ total: 99, pages: 9, next: true }, 0, 2))).toBeNull();
  });
});

describe('nextOffset', () => {
  it('leaves out the rows that were read', () => {
    const next = nextOffset({ size: 10, total: 'total' });
    expect(next(page<number>({ total: 25 }, 10, null))).toBe(10);
    expect(next(page<number>({ total: 25 }, 10, 10))).toBe(20);
    expect(next(page<number>({ total: 25 }, 5, 20))).toBeNull();
  });

  it('counts from another first row', () => {
    const next = nextOffset({ size: 10, first: 1, total: 'total' });
    expect(next(page<number>({ total: 11 }, 10, null))).toBe(11);
    expect(next(page<number>({ total: 10 }, 10, null))).toBeNull();
  });
});

describe('a cursor', () => {
  it('is the text or the number at a path', () => {
    const next = cursorAt(['paging.after', 'after']);
    expect(next(page<string>({ paging: { after: 'a' } }, 1, null))).toBe('a');
    expect(next(page<string>({ after: 7 }, 1, null))).toBe('7');
  });

  it('ends the list if it is missing, null or empty', () => {
    const next = cursorAt('after');
    for (const body of [{}, { after: null }, { after: '' }])
      expect(next(page<string>(body, 1, null))).toBeNull();
  });

  it('counts only if the answer says that more rows follow, where it says so', () => {
    const next = cursorAt('after', { more: 'has_more' });
    expect(next(page<string>({ after: 'a', has_more: true }, 1, null))).toBe('a');
    expect(next(page<string>({ after: 'a', has_more: false }, 1, null))).toBeNull();
    expect(next(page<string>({ after: 'a' }, 1, null))).toBeNull();
    expect(() => next(page<string>({ has_more: true }, 1, null))).toThrow(TypeError);
  });

  it('does not end the list if it has another form, because the rest would count as removed', () => {
    expect(() => cursorAt('after')(page<string>({ after: { id: 1 } }, 1, null))).toThrow(TypeError);
  });
});

describe('a cursor in the last row', () => {
  const rows = [{ token: 'a' }, { token: 'b' }];

  it('is that of the last row', () => {
    expect(cursorOfLast('items', 'token')(page<string>({ items: rows }, 2, null))).toBe('b');
  });

  it('ends the list after an empty page, and where the answer says that no more rows follow', () => {
    expect(cursorOfLast('items', 'token')(page<string>({ items: [] }, 0, null))).toBeNull();
    const next = cursorOfLast('items', 'token', { more: 'has_more' });
    expect(next(page<string>({ items: rows, has_more: false }, 2, null))).toBeNull();
    expect(next(page<string>({ items: rows }, 2, null))).toBeNull();
    expect(next(page<string>({ items: rows, has_more: true }, 2, null))).toBe('b');
  });

  it('does not end the list if the row has none, because the rest would count as removed', () => {
    const next = cursorOfLast('items', 'token');
    for (const last of [{}, { token: null }, { token: '' }, { token: {} }, null])
      expect(() => next(page<string>({ items: [...rows, last] }, 3, null))).toThrow(TypeError);
  });
});

describe('the URL of the next page', () => {
  const BASE = 'https://api.example.com/v1';

  it('may be relative', () => {
    const next = urlAt('links.next', BASE);
    expect(next(page<string>({ links: { next: '/v1/reviews?page=2' } }, 1, null))).toBe(
      'https://api.example.com/v1/reviews?page=2',
    );
  });

  it('ends the list if it is missing', () => {
    for (const url of [undefined, null, '']) expect(nextUrl(url, BASE)).toBeNull();
  });

  it('is of the same origin, because the request has the key of the customer', () => {
    const foreign = [
      'https://evil.example/v1',
      'http://api.example.com/v1',
      'https://api.example.com:8443/',
      '//evil.example/',
    ];
    for (const url of [...foreign, 'javascript:alert(1)', 7])
      expect(() => nextUrl(url, BASE)).toThrow(TypeError);
  });

  it('is never there on a platform with one page', () => {
    expect(onePage()).toBeNull();
  });
});
