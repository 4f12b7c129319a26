import { ReservedHosts } from './reserved-hosts';
import { vanityHost } from './vanity-host';

const RESERVED = new ReservedHosts('status.example.net,.internal.example', 'plaudit.example.net');

describe('vanityHost', () => {
  it.each([
    ['reviews.acme.example.com', 'reviews.acme.example.com'],
    ['Reviews.ACME.example.com', 'reviews.acme.example.com'],
    ['https://reviews.acme.example.com', 'reviews.acme.example.com'],
    ['https://reviews.acme.example.com/', 'reviews.acme.example.com'],
    ['http://reviews.acme.example.com', 'reviews.acme.example.com'],
    ['bücher.example.com', 'xn--bcher-kva.example.com'],
  ])('turns %s into %s', (given, host) => expect(vanityHost(given, RESERVED)).toBe(host));

  it.each([
    '',
    ' ',
    'localhost',
    'example',
    'reviews.acme.example.com:8443',
    'https://reviews.acme.example.com:8443',
    'https://user:secret@reviews.acme.example.com',
    'https://reviews.acme.example.com/path',
    'https://reviews.acme.example.com?query',
    'https://reviews.acme.example.com#hash',
    'reviews.acme.example.com/path',
    'ftp://reviews.acme.example.com',
    'javascript:alert(1)',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'a b.example.com',
    'a_b.example.com',
    '-a.example.com',
    '*.example.com',
    'reviews..example.com',
    'reviews.example.com.',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}example.com`,
  ])('refuses %j', (given) => {
    expect(() => vanityHost(given, RESERVED)).toThrow(expect.objectContaining({ code: 'invalid_url' }));
  });

  it.each(['PLAUDIT.example.net', 'status.example.net', 'https://a.internal.example/', 'shop.localhost'])(
    'refuses %s, which is reserved',
    (given) => expect(() => vanityHost(given, RESERVED)).toThrow(/reserved/),
  );

  it('refuses a host that leaves no room for the name of its proof', () => {
    const labels = `${'a'.repeat(50)}.`.repeat(4);
    const host = (length: number): string => `${labels}${'a'.repeat(length - 212)}.example`;
    expect(vanityHost(host(234), RESERVED)).toHaveLength(234);
    expect(() => vanityHost(host(235), RESERVED)).toThrow(/must be a host name/);
  });
});
