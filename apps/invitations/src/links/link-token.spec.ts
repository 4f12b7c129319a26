import { type Link, linkToken, readLinkToken } from './link-token';

const KEY = Buffer.from(Array.from({ length: 32 }, (_, place) => place));
const OTHER = Buffer.alloc(32, 7);
const REVIEW: Link = { kind: 'review', requestId: 42, index: 0 };

describe('linkToken', () => {
  it.each([
    ['review', 42, 0, 'AQEAAAAAACoA1REv1qLgT5XjUA'],
    ['open', 42, 0, 'AQIAAAAAACoAY2EIQPPN1d0czA'],
    ['unsubscribe', 42, 0, 'AQMAAAAAACoArmvhiS4d41C_tQ'],
    ['review', 42, 1, 'AQEAAAAAACoBHr_P-KOCcBEidg'],
  ] as const)('names the link %s of request %i with index %i', (kind, requestId, index, token) => {
    expect(linkToken(KEY, { kind, requestId, index })).toBe(token);
    expect(readLinkToken([KEY], token)).toEqual({ kind, requestId, index });
  });

  it('keeps the largest ids and indexes', () => {
    const link: Link = { kind: 'trap', requestId: 2 ** 48 - 1, index: 255 };
    expect(readLinkToken([KEY], linkToken(KEY, link))).toEqual(link);
  });
});

describe('readLinkToken', () => {
  const token = linkToken(KEY, REVIEW);

  it('accepts a token of the previous key', () => {
    expect(readLinkToken([OTHER, KEY], token)).toEqual(REVIEW);
    expect(readLinkToken([OTHER], token)).toBeNull();
  });

  it('refuses a token in which any character was changed', () => {
    const changed = [...token].flatMap((_, place) =>
      ['A', 'B', '_', '/', '=', 'é'].map(
        (character) => token.slice(0, place) + character + token.slice(place + 1),
      ),
    );
    const accepted = changed.filter((text) => readLinkToken([KEY], text) !== null);
    expect(new Set(accepted)).toEqual(new Set([token]));
  });

  it('refuses another spelling of the same bytes', () => {
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((last) => token.slice(0, -1) + last);
    expect(spellings.filter((spelling) => readLinkToken([KEY], spelling))).toEqual([token]);
  });

  it.each(['', 'x', token.slice(1), `${token}A`, ` ${token}`, 'A'.repeat(26), '../../etc/passwd'])(
    'refuses %j',
    (text) => expect(readLinkToken([KEY], text)).toBeNull(),
  );
});
