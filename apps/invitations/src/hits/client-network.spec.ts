import { clientNetwork } from './client-network';

describe('clientNetwork', () => {
  it.each([
    ['198.51.100.7', '198.51.100.0/24'],
    ['198.51.100.0/24', '198.51.100.0/24'],
    ['::ffff:198.51.100.7', '198.51.100.0/24'],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:DB8:0001:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1::/48'],
  ])('cuts %s to %s', (header, network) => expect(clientNetwork(header)).toBe(network));

  it.each([undefined, '', 'example.com', '1.2.3', '999.1.1.1', "'; drop table hits", ':::'])(
    'returns null for %j',
    (header) => expect(clientNetwork(header)).toBeNull(),
  );
});
