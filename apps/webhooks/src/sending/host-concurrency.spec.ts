import { HostConcurrency, hostOf } from './host-concurrency';

const A = hostOf('https://hooks.example.com/a');
const B = hostOf('https://hooks.example.com/b?c=d');

describe('HostConcurrency', () => {
  const limits = { running: 4, waiting: 1, maxWaitMs: 60_000 };

  it('lets no more deliveries of an account to one host run than half, whatever their path is', async () => {
    const hosts = new HostConcurrency({ ...limits, waiting: 0 });
    expect([await hosts.acquire(A, 1), await hosts.acquire(B, 1), await hosts.acquire(A, 1)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await hosts.acquire(hostOf('https://hooks.example.com:8443/'), 1)).toBe(true);
    hosts.release(B, 1);
    expect([await hosts.acquire(A, 1), await hosts.acquire(A, 1)]).toEqual([true, false]);
  });

  it('leaves a place for another account, however many deliveries of the others hang', async () => {
    const hosts = new HostConcurrency({ ...limits, running: 40, waiting: 0 });
    const takenBy = async (account: number): Promise<number> => {
      const asked = Array.from({ length: 100 }, async () => hosts.acquire(A, account));
      return (await Promise.all(asked)).filter(Boolean).length;
    };
    const taken = [await takenBy(1), await takenBy(2), await takenBy(3)];
    expect(taken).toEqual([20, 10, 5]);
    expect(hosts.acquire(A, 4)).toBe(true);
  });

  it('gives a free place to the delivery that waits for it, and refuses more of the account than may wait', async () => {
    const hosts = new HostConcurrency(limits);
    await hosts.acquire(A, 1);
    await hosts.acquire(A, 1);
    const waiting = hosts.acquire(B, 1);
    expect(await hosts.acquire(A, 1)).toBe(false);
    hosts.release(A, 1);
    expect(await waiting).toBe(true);
    const next = hosts.acquire(A, 1);
    hosts.release(B, 1);
    expect(await next).toBe(true);
  });

  it('refuses a delivery that has waited too long, which then takes no place', async () => {
    const hosts = new HostConcurrency({ ...limits, maxWaitMs: 1 });
    await hosts.acquire(A, 1);
    await hosts.acquire(A, 1);
    expect(await hosts.acquire(A, 1)).toBe(false);
    hosts.release(A, 1);
    hosts.release(A, 1);
    expect([await hosts.acquire(A, 1), await hosts.acquire(A, 1), await hosts.acquire(A, 1)]).toEqual([
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
