import { ReservedHosts } from './reserved-hosts';

const reserved = new ReservedHosts(
  'status.example.net, .internal.example.com,MAIL.example.net',
  'app.example.net',
);

describe('ReservedHosts', () => {
  it.each([
    'app.example.net',
    'status.example.net',
    'mail.example.net',
    'internal.example.com',
    'a.internal.example.com',
    'a.b.internal.example.com',
    'localhost',
    'shop.localhost',
  ])('includes %s', (host) => expect(reserved.includes(host)).toBe(true));

  it.each([
    'reviews.example.net',
    'a.status.example.net',
    'notinternal.example.com',
    'example.com',
    'internal.example.com.evil.example',
    'notlocalhost',
  ])('does not include %s', (host) => expect(reserved.includes(host)).toBe(false));

  it.each(['https://example.com', 'example.com:443', '*.example.com', 'a b', '..', '-a.example'])(
    'refuses the entry %j and names it',
    (entry) =>
      expect(() => new ReservedHosts(`ok.example, ${entry}`, 'x')).toThrow(`RESERVED_HOSTS: "${entry}"`),
  );
});
