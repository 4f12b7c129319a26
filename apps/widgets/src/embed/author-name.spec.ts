import { authorName } from './author-name';

describe("an author's name", () => {
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
    ['jane@example.com', 'full', null],
    ['Jane <jane@example.com>', 'first_initial', null],
  ] as const)('%j as %s is %j', (name, format, shown) => {
    expect(authorName(name, format)).toBe(shown);
  });
});
