import * as fc from 'fast-check';
import { addressCheck, isWithin, parseAllowedIps } from './allowed-ips';

describe('parseAllowedIps', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7/32', '203.0.113.7'],
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8::1/128', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::/0', '::/0'],
    ['::', '::'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['::ffff:203.0.113.0/120', '203.0.113.0/24'],
    ['::ffff:0:0/96', '0.0.0.0/0'],
  ])('writes %s as %s', (given, stored) => expect(parseAllowedIps([given])).toEqual([stored]));

  it('keeps the order and removes duplicates', () => {
    expect(parseAllowedIps(['2001:db8::1', '192.0.2.1', '2001:DB8::1', '192.0.2.1/32'])).toEqual([
      '2001:db8::1',
      '192.0.2.1',
    ]);
  });

  it.each([
    '',
    ' ',
    'localhost',
    'example.com',
    '1',
    '127.1',
    '0177.0.0.1',
    '0x7f.0.0.1',
    '203.0.113.256',
    '203.0.113.7 ',
    '203.0.113.7:80',
    '203.0.113.7/',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/+8',
    '203.0.113.0/08',
    '203.0.113.0/24/24',
    '203.0.113.0/255.255.255.0',
    '203.0.113.*',
    '203.0.113.1-203.0.113.9',
    '2001:db8::/129',
    '2001:db8::1::',
    '[2001:db8::1]',
    'fe80::1%eth0',
    '::203.0.113.7',
    '::ffff:203.0.113.7/90',
    '1'.repeat(200),
  ])('refuses %j and names the entry', (entry) => {
    expect(() => parseAllowedIps(['192.0.2.1', entry])).toThrow(
      expect.objectContaining({
        code: 'invalid_value',
        details: { field: 'allowed_ips[1]' },
        message: expect.stringMatching(/^allowed_ips\[1\] /),
      }),
    );
  });

  it.each([
    ['203.0.113.7/24', '203.0.113.0/24'],
    ['2001:db8::1/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
    ['1.2.3.4/0', '0.0.0.0/0'],
  ])('refuses %s because it is an address in a block, and proposes %s', (entry, block) => {
    expect(() => parseAllowedIps([entry])).toThrow(block);
  });
});

describe('addressCheck', () => {
  const check = addressCheck(['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48']);

  it.each([
    [true, '203.0.113.0'],
    [true, '203.0.113.255'],
    [false, '203.0.114.0'],
    [true, '198.51.100.7'],
    [false, '198.51.100.8'],
    [true, '::ffff:203.0.113.9'],
    [true, '::ffff:cb00:7109'],
    [true, '::FFFF:203.0.113.9'],
    [false, '::ffff:203.0.114.9'],
    [true, '2001:db8:1::5'],
    [true, '2001:DB8:1:0:0:0:0:5'],
    [false, '2001:db8:2::5'],
    [false, '::203.0.113.9'],
    [false, '64:ff9b::203.0.113.9'],
    [false, ''],
    [false, 'unknown'],
    [false, '203.0.113'],
    [true, '2001:db8:1::5%eth0'],
  ])('returns %s for %s', (expected, address) => expect(check(address)).toBe(expected));

  it('lets 0.0.0.0/0 match every IPv4 address and no IPv6 address', () => {
    expect(addressCheck(['0.0.0.0/0'])('192.0.2.9')).toBe(true);
    expect(addressCheck(['0.0.0.0/0'])('2001:db8::1')).toBe(false);
    expect(addressCheck(['::/0'])('2001:db8::1')).toBe(true);
    expect(addressCheck(['::/0'])('192.0.2.9')).toBe(false);
  });
});

describe('isWithin', () => {
  it.each([
    [true, [], []],
    [true, ['192.0.2.1'], []],
    [false, [], ['192.0.2.1']],
    [true, ['192.0.2.1'], ['192.0.2.1']],
    [true, ['192.0.2.1', '192.0.2.64/26'], ['192.0.2.0/24']],
    [false, ['192.0.2.1', '192.0.3.1'], ['192.0.2.0/24']],
    [false, ['192.0.2.0/23'], ['192.0.2.0/24']],
    [true, ['2001:db8::/48'], ['192.0.2.0/24', '2001:db8::/32']],
    [false, ['2001:db8::1'], ['0.0.0.0/0']],
    [false, ['192.0.2.1'], ['::/0']],
    [false, ['0.0.0.0/0', '::/0'], ['0.0.0.0/0']],
  ])('returns %s for %j within %j', (expected, inner, outer) =>
    expect(isWithin(inner, outer)).toBe(expected),
  );

  it('never calls a list narrower that matches an address which the other one refuses', () => {
    const octets = fc.tuple(fc.constantFrom(192, 10), fc.nat(3), fc.nat(3), fc.nat(3));
    const bits = fc.integer({ min: 8, max: 32 });
    const entry = fc.tuple(octets, bits).map(([parts, length]) => {
      const value = parts.reduce((sum, part) => sum * 256 + part, 0);
      const size = 2 ** (32 - length);
      const network = Math.floor(value / size) * size;
      return `${[24, 16, 8, 0].map((shift) => Math.floor(network / 2 ** shift) % 256).join('.')}/${length}`;
    });
    const entries = fc.array(entry, { minLength: 1, maxLength: 4 }).map(parseAllowedIps);
    fc.assert(
      fc.property(entries, entries, octets, (inner, outer, parts) => {
        fc.pre(isWithin(inner, outer));
        const address = parts.join('.');
        expect(addressCheck(inner)(address) && !addressCheck(outer)(address)).toBe(false);
      }),
    );
  });
});
