import { ApiError } from '@plaudit/contracts';
import { type CountedHeaders, isChoice, isInteraction, isView, requireReport } from './counted-requests';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const CUBOT =
  'Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0 Safari/537.36';

function headers(some: Partial<CountedHeaders> = {}): CountedHeaders {
  return { userAgent: SAFARI, fetchSite: 'cross-site', ...some };
}

describe('isView', () => {
  it.each([
    ['a browser on another site', {}],
    ['a browser on another host of the same site', { fetchSite: 'same-site' }],
    ['a browser that opens the address', { fetchSite: 'none' }],
    ['a browser without Sec-Fetch-Site', { fetchSite: undefined }],
    ['a phone whose maker has "BOT" in its name', { userAgent: CUBOT }],
    ['a client without a name', { userAgent: undefined }],
  ])('is true for %s', (_what, some) => {
    expect(isView(headers(some))).toBe(true);
  });

  it.each([
    ['a page of this installation', { fetchSite: 'same-origin' }],
    [
      'a search engine',
      { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    ['another search engine', { userAgent: 'Mozilla/5.0 (compatible; Baiduspider/2.0)' }],
    ['a crawler', { userAgent: 'example-crawler/1.0' }],
  ])('is false for %s', (_what, some) => {
    expect(isView(headers(some))).toBe(false);
  });
});

describe('isInteraction', () => {
  it('is true for the hosted page and false for the dashboard, both of which are of this origin', () => {
    const hosted = { fetchSite: 'same-origin', referer: 'https://reviews.example.com/w/w_8fJ2kQ0vT3nYb5Lx' };
    expect(isInteraction(headers(hosted))).toBe(true);
    expect(isInteraction(headers({ fetchSite: 'same-origin' }))).toBe(false);
    expect(isInteraction(headers())).toBe(true);
    expect(isInteraction(headers({ userAgent: 'bingbot/2.0' }))).toBe(false);
  });
});

describe('isChoice', () => {
  it.each([
    { cursor: 'x' },
    { rating: '5' },
    { platform: 'g2' },
    { sort: 'newest' as const },
    { q: 'bread' },
  ])('is true for %j', (query) => {
    expect(isChoice(query)).toBe(true);
  });

  it.each([{}, { limit: '12' }, { lang: 'de', page_lang: 'de' }, { rating: '', q: '' }])(
    'is false for %j, which the element requests by itself',
    (query) => {
      expect(isChoice(query)).toBe(false);
    },
  );
});

describe('requireReport', () => {
  it('accepts a known kind with at most 64 bytes', () => {
    expect(() => requireReport('open', Buffer.alloc(0))).not.toThrow();
    expect(() => requireReport('thumb', Buffer.alloc(64))).not.toThrow();
  });

  it.each([
    [
      'another kind',
      'scroll',
      0,
      'kind must be one of more, open, thumb, source, cta, badge, pill, disclosure.',
    ],
    ['a name that every object has', 'constructor', 0, 'kind must be one of'],
    ['a larger body', 'open', 65, 'The request body is larger than 64 bytes; send none.'],
  ])('refuses %s', (_what, kind, bytes, message) => {
    expect(() => requireReport(kind, Buffer.alloc(bytes))).toThrow(ApiError);
    expect(() => requireReport(kind, Buffer.alloc(bytes))).toThrow(message);
  });
});
