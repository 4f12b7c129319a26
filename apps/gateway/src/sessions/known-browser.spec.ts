import { KnownBrowserCookie } from './known-browser';

const NOW = new Date('2026-11-22T12:00:00Z');
const DAY_MS = 24 * 3_600_000;
const cookie = new KnownBrowserCookie(Buffer.alloc(32, 1), true);
const issued = cookie.issue(21, undefined, NOW, (count) => Buffer.alloc(count, 7));
const sent = issued.split(';')[0]!;

describe('KnownBrowserCookie', () => {
  it('issues a cookie for this host only, which scripts cannot read', () => {
    expect(issued).toMatch(
      /^__Host-known=21\.\d+\.[\w-]{22}\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=15552000$/,
    );
    const plain = new KnownBrowserCookie(Buffer.alloc(32, 1), false);
    expect(plain.issue(21, undefined, NOW, (count) => Buffer.alloc(count))).toMatch(
      /^known=21\.[^;]+; (?!.*Secure)/,
    );
  });

  it('recognises the browser for 180 days', () => {
    const known = { userIds: [21], id: Buffer.alloc(16, 7).toString('base64url') };
    expect(cookie.read(`a=b; ${sent}; c=d`, NOW)).toEqual(known);
    expect(cookie.read(sent, new Date(NOW.getTime() + 180 * DAY_MS - 1_000))).toEqual(known);
    expect(cookie.read(sent, new Date(NOW.getTime() + 180 * DAY_MS))).toBeNull();
  });

  it('remembers the last ten users who signed in', () => {
    let header: string | undefined;
    const signIn = (userId: number): void => {
      header = cookie.issue(userId, header, NOW, (count) => Buffer.alloc(count)).split(';')[0];
    };
    for (const userId of [1, 2, 3, 1]) signIn(userId);
    expect(cookie.read(header, NOW)?.userIds).toEqual([1, 3, 2]);
    for (let userId = 4; userId <= 20; userId += 1) signIn(userId);
    expect(cookie.read(header, NOW)?.userIds).toEqual([20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
    header = sent.replace('=21.', '=22.');
    signIn(23);
    expect(cookie.read(header, NOW)?.userIds).toEqual([23]);
  });

  it.each([
    ['no cookie', undefined],
    ['an empty cookie', '__Host-known='],
    ['a cookie of another name', sent.replace('__Host-known', 'known')],
    ['another user', sent.replace('=21.', '=22.')],
    ['a later time', sent.replace(/=21\.\d+/, '=21.9999999999')],
    ['a changed signature', `${sent.slice(0, -2)}AA`],
    ['an additional part', `${sent}.x`],
    ['no signature', sent.slice(0, sent.lastIndexOf('.'))],
  ])('does not recognise %s', (_what, header) => expect(cookie.read(header, NOW)).toBeNull());

  it('does not recognise a cookie that another key signed', () => {
    expect(new KnownBrowserCookie(Buffer.alloc(32, 2), true).read(sent, NOW)).toBeNull();
  });
});
