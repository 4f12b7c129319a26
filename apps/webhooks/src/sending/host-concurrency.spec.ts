import { HostConcurrency, hostOf } from './host-concurrency';

const A = hostOf('https://hooks.example.com/a');
const B = hostOf('https://hooks.example.com/b?c=d');

describe('HostConcurrency', () => {
  const limits = { running: 2, waiting: 1, maxWaitMs: 60_000 };

  it('lets no more deliveries to one host run than its limit, whatever their path is', async () => {
    const hosts = new HostConcurrency({ ...limits, waiting: 0 });
    expect([await hosts.acquire(A), await hosts.acquire(B), await hosts.acquire(A)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await hosts.acquire(hostOf('https://hooks.example.com:8443/'))).toBe(true);
    hosts.release(B);
    expect([await hosts.acquire(A), await hosts.acquire(A)]).toEqual([true, false]);
  });

  it('gives a free place to the delivery that waits for it, and refuses more than may wait', async () => {
    const hosts = new HostConcurrency(limits);
    await hosts.acquire(A);
    await hosts.acquire(A);
    const waiting = hosts.acquire(B);
    expect(await hosts.acquire(A)).toBe(false);
    hosts.release(A);
    expect(await waiting).toBe(true);
    const next = hosts.acquire(A);
    hosts.release(B);
    expect(await next).toBe(true);
  });

  it('refuses a delivery that has waited too long, which then takes no place', async () => {
    const hosts = new HostConcurrency({ ...limits, maxWaitMs: 1 });
    await hosts.acquire(A);
    await hosts.acquire(A);
    expect(await hosts.acquire(A)).toBe(false);
    hosts.release(A);
    hosts.release(A);
    expect([await hosts.acquire(A), await hosts.acquire(A), await hosts.acquire(A)]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('hostOf', () => {
  it.each([
    'https://hooks.example.com/',
    'https://hooks.example.com/a//b?c=https://other.example.com/',
    'https://hooks.example.com:8443/?a/b',
    'http://127.0.0.1:8080/a',
    'https://[2001:db8::1]:8443/a',
  ])('returns the host of %s as a parser does', (url) => {
    expect(hostOf(url)).toBe(new URL(url).host);
  });
});
