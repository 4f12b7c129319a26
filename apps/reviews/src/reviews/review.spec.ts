import { buildCollectedReview } from '@plaudit/testing';
import { fingerprint, parseLanguage, parseStatus, shownContentHash, statusOnArrival } from './review';

describe('parseStatus', () => {
  it.each([
    ['inbox', 'inbox'],
    ['approved', 'approved'],
    [0, 'inbox'],
    [1, 'approved'],
    ['2', 'ignored'],
  ])('reads %j as a status', (given, status) => {
    expect(parseStatus(given)).toBe(status);
  });

  it.each(['Approved', '3', -1, 1.5, '', 'toString', null, [1, 2]])('returns null for %j', (given) => {
    expect(parseStatus(given)).toBeNull();
  });
});

describe('statusOnArrival', () => {
  it.each([
    ['none', 5, 5, 'inbox'],
    ['all', 1, 5, 'approved'],
    ['all', null, 5, 'approved'],
    ['four_stars', 4, 5, 'approved'],
    ['four_stars', 3.99, 5, 'inbox'],
    ['four_stars', 8, 10, 'approved'],
    ['four_stars', 79, 100, 'inbox'],
    ['four_stars', null, 5, 'inbox'],
    ['four_stars', 0, 5, 'inbox'],
  ] as const)(
    'under the rule %s, gives a rating of %s out of %s the status %s',
    (rule, value, scale, status) => {
      expect(statusOnArrival(rule, value, scale)).toBe(status);
    },
  );
});

describe('fingerprint', () => {
  it.each([
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['ΟΔΟΣ', 'οδος'],
    ['İstanbul', 'i̇stanbul'],
    ['ﬁne', 'FINE'],
    ['Cafe\u0301', 'CAFÉ'],
    ['１０ ％', '10 %'],
  ])('is the same for %s and %s', (one, other) => {
    expect(fingerprint('Noa', one)).toEqual(fingerprint('NOA', other));
  });

  it('is the same for upper and lower case of every Unicode character', () => {
    const key = (text: string): string => fingerprint('Noa', text);
    const differing: string[] = [];
    for (let code = 1; code <= 0x10ffff; code += 1) {
      const character = code < 0xd800 || code > 0xdfff ? String.fromCodePoint(code) : '';
      const [lower, upper] = [character.toLowerCase(), character.toUpperCase()];
      if (lower !== upper && new Set([character, lower, upper].map(key)).size > 1) differing.push(character);
    }
    expect(differing).toEqual([]);
  });

  it('ignores case, blanks and compatibility forms', () => {
    expect(fingerprint('Noa  B', 'Great\n bread')).toEqual(fingerprint('noa b', 'ｇreat BREAD '));
  });

  it('does not mix author and text up', () => {
    expect(fingerprint('a b', 'c')).not.toEqual(fingerprint('a', 'b c'));
  });
});

describe('shownContentHash', () => {
  it('changes with the content that the platform shows, and with nothing else', () => {
    const review = buildCollectedReview();
    expect(shownContentHash({ ...review, post_url: 'https://example.com/x' })).toBe(shownContentHash(review));
    expect(shownContentHash({ ...review, text: 'Edited.' })).not.toBe(shownContentHash(review));
    expect(shownContentHash({ ...review, reply: { text: 'Thanks', posted_on: null } })).not.toBe(
      shownContentHash(review),
    );
  });
});

describe('parseLanguage', () => {
  it.each([
    ['en', 'en'],
    ['EN', 'en'],
    ['en-us', 'en-US'],
    ['en_US', 'en-US'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['es-419', 'es-419'],
    ['eng', 'en'],
    ['iw', 'he'],
    ['fil', 'fil'],
  ])('reads %s as %s', (given, language) => {
    expect(parseLanguage(given)).toBe(language);
  });

  it.each(['', 'e', 'english', 'en-', 'en-USA', 'en US', 'en-US-x-private', 'e1', 'en\n', 'ën', '中文'])(
    'returns null for %j',
    (given) => {
      expect(parseLanguage(given)).toBeNull();
    },
  );
});
