import { GatewayEnv } from '../gateway.env';
import { ClientAddressService } from './client-address.service';

function addresses(trusted: string): ClientAddressService {
  return new ClientAddressService(Object.assign(new GatewayEnv(), { TRUSTED_PROXIES: trusted }));
}

describe('ClientAddressService', () => {
  it('returns the peer when no proxy is trusted, and ignores X-Forwarded-For', () => {
    expect(addresses('').of('203.0.113.9', '127.0.0.1')).toBe('203.0.113.9');
  });

  it('returns the last entry of X-Forwarded-For that is not a trusted proxy', () => {
    const behind = addresses('10.0.0.0/8, 192.0.2.7, fd00::/8');
    expect(behind.of('10.1.2.3', '203.0.113.9')).toBe('203.0.113.9');
    expect(behind.of('10.1.2.3', '1.1.1.1, 203.0.113.9, 192.0.2.7')).toBe('203.0.113.9');
    expect(behind.of('fd00::1', ['1.1.1.1', '203.0.113.9'])).toBe('203.0.113.9');
  });

  it('returns the trusted proxy when X-Forwarded-For has no valid address', () => {
    expect(addresses('10.0.0.0/8').of('10.1.2.3', undefined)).toBe('10.1.2.3');
    expect(addresses('10.0.0.0/8').of('10.1.2.3', 'unknown')).toBe('10.1.2.3');
  });

  it('returns IPv4-mapped IPv6 addresses as plain IPv4', () => {
    expect(addresses('').of('::ffff:203.0.113.9', undefined)).toBe('203.0.113.9');
    expect(addresses('10.0.0.0/8').of('::ffff:10.0.0.1', '::ffff:203.0.113.9')).toBe('203.0.113.9');
  });
});
