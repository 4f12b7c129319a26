import { matchesEtag } from './etag';

describe('matchesEtag', () => {
  it.each([
    ['"3-17-en"', true],
    ['W/"3-17-en"', true],
    ['"1-1-en", "3-17-en"', true],
    ['"1-1-en",W/"3-17-en"', true],
    ['*', true],
    ['"3-17-de"', false],
    ['3-17-en', false],
    ['', false],
    [undefined, false],
  ])('compares If-None-Match %s with "3-17-en" and returns %s', (header, matches) => {
    expect(matchesEtag(header, '"3-17-en"')).toBe(matches);
  });
});
