import { loadEnv } from '@plaudit/runtime';
import { GatewayEnv } from '../gateway.env';
import { recordsOf } from './name-servers';

/** Returns the message with which a start of the gateway fails. */
function refusal(settings: Record<string, string>): string {
  try {
    loadEnv('gateway', GatewayEnv, settings);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The settings are valid');
}

describe('DNS_SERVERS', () => {
  it.each(['', ' , ', '192.0.2.53', '192.0.2.53, 192.0.2.54:5353', '2001:db8::1,[2001:db8::1]:53'])(
    'may be "%s"',
    (text) => {
      expect(() => recordsOf(text)).not.toThrow();
    },
  );

  it.each(['ns.example.com', '192.0.2.300', '192.0.2.53:dns', '192.0.2.53 192.0.2.54'])(
    'ends the start with one sentence if it is "%s"',
    (text) => {
      const lines = refusal({ DNS_SERVERS: text, TRUSTED_PROXIES: 'lb' }).split('\n');
      expect(lines).toContain('  - TRUSTED_PROXIES: "lb" is neither an address nor a CIDR block');
      expect(lines).toContain(
        `  - DNS_SERVERS: "${text}" is not a list of addresses such as 192.0.2.53,192.0.2.54:5353`,
      );
    },
  );
});
