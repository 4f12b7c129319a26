import { authorName } from './author-name';

describe('authorName', () => {
  it.each([
    ['Jane van Dyke', 'full', 'Jane van Dyke'],
    ['  Jane   Dyke ', 'full', 'Jane Dyke'],
    ['Jane van Dyke', 'first_initial', 'Jane D.'],
    ['Jane', 'first_initial', 'Jane'],
    ['Jane van Dyke', 'initials', 'J. D.'],
    ['jane', 'initials', 'J.'],
    ['ñandú 👩‍🚀', 'initials', 'Ñ. 👩‍🚀.'],
    ['Jane Dyke', 'hidden', null],
    ['', 'full', null],
    ['\u200b\u2060 \u3164', 'full', null],
    ['jane@example.com', 'full', null],
    ['Jane <jane@example.com>', 'first_initial', null],
  ] as const)('formats %j as %s and returns %j', (name, format, shown) => {
    expect(authorName(name, format)).toBe(shown);
  });
});
