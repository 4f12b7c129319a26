import { matchesEtag, widgetEtag } from './etag';

const PARTS = { widgetRev: 3, contentRev: 17, language: 'en', now: new Date('2026-11-21T23:59:59Z') };

describe('widgetEtag', () => {
  it('joins the two revs and the language', () => {
    expect(widgetEtag({ ...PARTS, sort: 'newest' })).toBe('"3-17-en"');
  });

  it('includes the date if the order of the reviews changes every day', () => {
    expect(widgetEtag({ ...PARTS, sort: 'random_daily' })).toBe('"3-17-en-2026-11-21"');
  });
});

describe('matchesEtag', () => {
  it.each([
    ['"3-17-en"', true],
    ['W/"3-17-en"', true],
    ['"1-1-en", "3-17-en"', true],
    ['*', true],
    ['"3-17-de"', false],
    [undefined, false],
  ])('compares If-None-Match %s with "3-17-en" and returns %s', (header, matches) => {
    expect(matchesEtag(header, '"3-17-en"')).toBe(matches);
  });
});
