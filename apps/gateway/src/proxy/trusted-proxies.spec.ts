import { trustedProxies } from './trusted-proxies';

describe('trustedProxies', () => {
  it.each(['', ' , '])('returns null for the empty list "%s"', (text) => {
    expect(trustedProxies(text)).toBeNull();
  });

  it('reads addresses and ranges of both families', () => {
    const list = trustedProxies('10.0.0.0/8, 192.0.2.1,2001:db8::/32');
    expect(list?.check('10.1.2.3', 'ipv4')).toBe(true);
    expect(list?.check('192.0.2.1', 'ipv4')).toBe(true);
    expect(list?.check('192.0.2.2', 'ipv4')).toBe(false);
    expect(list?.check('2001:db8::1', 'ipv6')).toBe(true);
  });

  it.each(['lb.internal', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x', '2001:db8::/129', '10.0.0.256'])(
    'refuses %s and names it',
    (entry) => {
      expect(() => trustedProxies(`10.0.0.1,${entry}`)).toThrow(
        `TRUSTED_PROXIES: "${entry}" is neither an address nor a CIDR block`,
      );
    },
  );
});
