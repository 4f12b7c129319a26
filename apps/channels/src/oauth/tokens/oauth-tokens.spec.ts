import { isDue, isOver, isValid, tokensOf } from './oauth-tokens';

const now = new Date('2026-11-20T00:00:00Z');
const after = (seconds: number) => new Date(now.getTime() + seconds * 1_000).toISOString();

describe('tokensOf', () => {
  it('reads a token response', () => {
    const body = { access_token: 'a', refresh_token: 'r', expires_in: 3_600, token_type: 'Bearer' };
    expect(tokensOf(body, now)).toEqual({ accessToken: 'a', refreshToken: 'r', expiresOn: after(3_600) });
  });

  it.each([
    ['3600', after(3_600)],
    [1e300, after(10 * 365 * 86_400)],
    [0, null],
    [-1, null],
    ['soon', null],
    [null, null],
    [undefined, null],
    [Number.NaN, null],
    [[60], null],
  ])('reads the lifetime %j', (expires_in, expiresOn) => {
    expect(tokensOf({ access_token: 'a', expires_in }, now)).toEqual({
      accessToken: 'a',
      refreshToken: null,
      expiresOn,
    });
  });

  it.each([
    null,
    'a',
    [],
    {},
    { access_token: '' },
    { access_token: 7 },
    { access_token: ['a'] },
    { access_token: 'a b' },
    { access_token: 'a\r\nx-evil: 1' },
    { access_token: 'a'.repeat(8_193) },
  ])('returns null for %j', (body) => {
    expect(tokensOf(body, now)).toBeNull();
  });
});

describe('an access token', () => {
  const tokens = (expiresOn: string | null) => ({ accessToken: 'a', refreshToken: 'r', expiresOn });

  it('is valid until it expires or has ended', () => {
    expect(isValid(tokens(after(1)), now)).toBe(true);
    expect(isValid(tokens(after(0)), now)).toBe(false);
    expect(isValid(tokens(null), now)).toBe(true);
    expect(isValid({ ...tokens(null), ended: true }, now)).toBe(false);
  });

  it('is renewed a minute before it expires, and exchanged a week before', () => {
    expect([isOver(tokens(after(61)), now), isOver(tokens(after(60)), now)]).toEqual([false, true]);
    expect(isDue(tokens(after(61)), { refresh: 'refresh_token' }, now)).toBe(false);
    expect(isDue(tokens(after(60)), { refresh: 'refresh_token' }, now)).toBe(true);
    expect(isDue(tokens(after(7 * 86_400 + 1)), { refresh: 'exchange' }, now)).toBe(false);
    expect(isDue(tokens(after(7 * 86_400)), { refresh: 'exchange' }, now)).toBe(true);
  });
});
