import { TestAllowance } from './test-allowance';

const NOW = 1_760_000_000_000;

describe('TestAllowance', () => {
  let allowance: TestAllowance;
  const take = (count: number, now: number, account = 1): number[] =>
    Array.from({ length: count }, () => allowance.take(account, now));
  beforeEach(() => (allowance = new TestAllowance()));

  it('allows 10 tests at once, and says when the next one is allowed', () => {
    expect(take(12, NOW)).toEqual([...Array<number>(10).fill(0), 6_000, 6_000]);
  });

  it('allows one more after 6 seconds, and not a moment earlier', () => {
    take(10, NOW);
    expect(allowance.take(1, NOW + 5_999)).toBe(1);
    expect(take(2, NOW + 6_000)).toEqual([0, 6_000]);
  });

  it('is full again after a minute, and never fuller', () => {
    take(10, NOW);
    expect(take(11, NOW + 3_600_000).filter((wait) => wait === 0)).toHaveLength(10);
  });

  it('lets nobody wait for longer because the clock was set back', () => {
    take(10, NOW);
    expect(take(1, NOW - 3_600_000)).toEqual([6_000]);
  });

  it('counts each account for itself', () => {
    take(10, NOW);
    expect(take(1, NOW, 2)).toEqual([0]);
  });
});
