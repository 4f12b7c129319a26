import { ApiError } from '@plaudit/contracts';
import fc from 'fast-check';
import { readApiKey } from './authorization-header';

const KEY = `rk_${'k'.repeat(40)}`;

function basic(text: string): string {
  return `Basic ${Buffer.from(text).toString('base64')}`;
}

function read(...authorization: string[]): string {
  return readApiKey(authorization.flatMap((value) => ['Authorization', value]));
}

function refusal(...authorization: string[]): string {
  try {
    read(...authorization);
  } catch (error) {
    return (error as ApiError).code;
  }
  return 'accepted';
}

describe('readApiKey', () => {
  it('returns the password of Basic credentials that have no username', () => {
    expect(read(basic(`:${KEY}`))).toBe(KEY);
  });

  it('returns a Bearer token', () => {
    expect(read(`Bearer ${KEY}`)).toBe(KEY);
  });

  it.each(['basic', 'BASIC', 'bAsIc'])('accepts the scheme written as %s', (scheme) => {
    expect(read(basic(`:${KEY}`).replace('Basic', scheme))).toBe(KEY);
  });

  it('reads the Authorization header in any case and ignores other headers', () => {
    expect(readApiKey(['Host', 'x', 'AUTHORIZATION', `Bearer ${KEY}`, 'X-Authorization', 'y'])).toBe(KEY);
  });

  it('accepts base64 without padding', () => {
    expect(read(basic(`:${KEY}`).replace(/=+$/, ''))).toBe(KEY);
  });

  it('treats further colons as part of the password', () => {
    expect(read(basic(':a:b'))).toBe('a:b');
  });

  it.each([[[]], [['']], [['   ']], [[basic(':')]]])(
    'reports a missing key when the header values are %j',
    (values) => {
      expect(refusal(...values)).toBe('missing_key');
    },
  );

  it('explains both ways to send a key when the request has none', () => {
    expect(() => read()).toThrow(
      'Send your API key with HTTP Basic (an empty username, the key as password) or as "Authorization: Bearer <key>".',
    );
  });

  it.each([
    ['another scheme', 'Digest username="x"'],
    ['a scheme alone', 'Basic'],
    ['something that is not base64', 'Basic %%%%'],
    ['base64 of the wrong length', 'Basic abcde'],
    ['base64 with a space inside', 'Basic OnJr Xw=='],
    ['credentials without a colon', basic(KEY)],
    ['the key as username', basic(`${KEY}:`)],
    ['a username beside the key', basic(`user:${KEY}`)],
    ['the bare key', KEY],
  ])('refuses %s', (_what, value) => {
    expect(refusal(value)).toBe('invalid_key');
  });

  it('refuses two Authorization headers even if both hold the right key', () => {
    expect(refusal(basic(`:${KEY}`), basic(`:${KEY}`))).toBe('invalid_key');
    expect(refusal(basic(`:${KEY}`), `Bearer ${KEY}`)).toBe('invalid_key');
  });

  it('returns any key that was encoded and refuses all other text with a 401 code', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (key) => {
        expect(read(basic(`:${key}`))).toBe(key);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(['missing_key', 'invalid_key', 'accepted']).toContain(refusal(value));
      }),
    );
  });
});
