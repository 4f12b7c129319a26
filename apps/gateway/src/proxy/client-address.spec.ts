import { GatewayEnv } from '../gateway.env';
import { ClientAddress } from './client-address';

function addresses(trusted: string): ClientAddress {
  return new ClientAddress(Object.assign(new GatewayEnv(), { TRUSTED_PROXIES: trusted }));
}

describe('ClientAddress', () => {
  it('is the peer when no proxy is trusted, whatever the client claims', () => {
    expect(addresses('').of('203.0.113.9', '127.0.0.1')).toBe('203.0.113.9');
  });

  it('is the last claim before the trusted proxies', () => {
    const behind = addresses('10.0.0.0/8, 192.0.2.7, fd00::/8');
    expect(behind.of('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
    expect(behind.of('10.1.2.3', '1.1.1.1, 203.0.113.9, 192.0.2.7')).toBe('203.0.113.9');
    expect(behind.of('fd00::1', ['1.1.1.1', '203.0.113.9'])).toBe('203.0.113.9');
  });

  it('is the proxy when it says nothing that can be an address', () => {
    expect(addresses('10.0.0.0/8').of('10.1.2.3', undefined)).toBe('10.1.2.3');
    expect(addresses('10.0.0.0/8').of('10.1.2.3', 'unknown')).toBe('10.1.2.3');
  });

  it('is the same for an IPv4 address however the socket writes it', () => {
    expect(addresses('').of('::ffff:203.0.113.9', undefined)).toBe('203.0.113.9');
    expect(addresses('10.0.0.0/8').of('::ffff:10.0.0.1', '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });
});
