import { matchesEtag, widgetEtag } from './etag';

const PARTS = { widgetRev: 3, contentRev: 17, language: 'en', now: new Date('2026-11-21T23:59:59Z') };

describe("a widget's ETag", () => {
  it('is made of two counters and the language', () => {
    expect(widgetEtag({ ...PARTS, sort: 'newest' })).toBe('"3-17-en"');
  });

  it('changes at midnight where the order does', () => {
    expect(widgetEtag({ ...PARTS, sort: 'random_daily' })).toBe('"3-17-en-2026-11-21"');
  });

  it.each([
    ['"3-17-en"', true],
    ['W/"3-17-en"', true],
    ['"1-1-en", "3-17-en"', true],
    ['*', true],
    ['"3-17-de"', false],
    [undefined, false],
  ])('If-None-Match %s: %s', (header, matches) => {
    expect(matchesEtag(header, '"3-17-en"')).toBe(matches);
  });
});
