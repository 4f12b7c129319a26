import { clientNetwork, clientSite, ipv6Groups } from './network-of';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:7:1::9', '2001:db8:7:1'],
  ['2001:db8:7:1:ffff:0:0:9', '2001:db8:7:1'],
  ['2001:0DB8:0007:0001::', '2001:db8:7:1'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['2001:db8:7:2::9', '2001:db8:7:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('clientNetwork(%p) returns %p', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:7:1::9', '2001:db8:7'],
  ['2001:0DB8:0007:ffff::', '2001:db8:7'],
  ['2001:db8::9', '2001:db8:0'],
])('clientSite(%p) returns %p', (address, site) => {
  expect(clientSite(address)).toBe(site);
});

it('ipv6Groups returns the first groups of a shortened address', () => {
  expect(ipv6Groups('2001:db8::9', 3)).toBe('2001:db8:0');
  expect(ipv6Groups('2a00::5', 3)).toBe('2a00:0:0');
});
