import fc from 'fast-check';
import { TokenBuckets } from './token-buckets';

function bucketsAt(
  burst: number,
  perSecond: number,
): { time: { now: number }; buckets: TokenBuckets<string> } {
  const time = { now: 1_000_000 };
  return { time, buckets: new TokenBuckets<string>({ burst, perSecond }, () => time.now) };
}

describe('TokenBuckets', () => {
  it('lets a burst through and then refuses', () => {
    const { buckets } = bucketsAt(3, 1);
    expect([1, 2, 3, 4].map(() => buckets.take('a').allowed)).toEqual([true, true, true, false]);
  });

  it('counts every key for itself', () => {
    const { buckets } = bucketsAt(1, 1);
    expect(buckets.take('a').allowed).toBe(true);
    expect(buckets.take('a').allowed).toBe(false);
    expect(buckets.take('b').allowed).toBe(true);
  });

  it('counts what was spent elsewhere, below empty by one burst at most', () => {
    const { buckets, time } = bucketsAt(10, 5);
    buckets.spend('a', 8);
    expect(buckets.take('a', 2)).toMatchObject({ allowed: true, remaining: 0 });
    buckets.spend('a', 1_000);
    expect(buckets.take('a')).toMatchObject({
      allowed: false,
      remaining: 0,
      retryAfterSeconds: 3,
      resetSeconds: 4,
    });
    time.now += 2_200;
    expect(buckets.take('a').allowed).toBe(true);
  });

  it('refills continuously, and never above the burst', () => {
    const { buckets, time } = bucketsAt(20, 5);
    buckets.take('a', 20);
    time.now += 199;
    expect(buckets.take('a').allowed).toBe(false);
    time.now += 1;
    expect(buckets.take('a').allowed).toBe(true);
    time.now += 3_600_000;
    expect(buckets.take('a').remaining).toBe(19);
  });

  it('tells what is left, when it is full again and when to come back', () => {
    const { buckets } = bucketsAt(20, 5);
    expect(buckets.take('a', 18)).toEqual({
      allowed: true,
      limit: 20,
      remaining: 2,
      resetSeconds: 4,
      retryAfterSeconds: 0,
    });
    expect(buckets.take('a', 5)).toEqual({
      allowed: false,
      limit: 20,
      remaining: 2,
      resetSeconds: 4,
      retryAfterSeconds: 1,
    });
  });

  it('takes nothing for a refused request', () => {
    const { buckets } = bucketsAt(5, 1);
    buckets.take('a', 3);
    buckets.take('a', 5);
    expect(buckets.take('a', 2).allowed).toBe(true);
  });

  it('lets a cost above the burst pass when the bucket is full', () => {
    const { buckets } = bucketsAt(3, 1);
    expect(buckets.take('a', 5)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('puts back what should not have counted, up to the burst', () => {
    const { buckets } = bucketsAt(2, 0.001);
    buckets.take('a', 2);
    buckets.putBack('a');
    expect(buckets.take('a').allowed).toBe(true);
    expect(buckets.take('a').allowed).toBe(false);
    buckets.putBack('a', 50);
    expect(buckets.take('a').remaining).toBe(1);
  });

  it('survives a clock that is set back', () => {
    const { buckets, time } = bucketsAt(2, 1);
    buckets.take('a', 2);
    time.now -= 60_000;
    expect(buckets.take('a').allowed).toBe(false);
    time.now += 1_000;
    expect(buckets.take('a').allowed).toBe(true);
  });

  it('never grants more than the burst and what came back meanwhile', () => {
    const step = fc.record({ wait: fc.nat(2_000), cost: fc.integer({ min: 1, max: 7 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { buckets, time } = bucketsAt(20, 5);
        const start = time.now;
        let granted = 0;
        for (const { wait, cost } of steps) {
          time.now += wait;
          if (buckets.take('a', cost).allowed) granted += cost;
        }
        expect(granted).toBeLessThanOrEqual(20 + ((time.now - start) / 1000) * 5 + 1e-6);
      }),
    );
  });

  it('grants as soon as Retry-After has passed', () => {
    const cost = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(cost, cost, (first, second) => {
        const { buckets, time } = bucketsAt(20, 5);
        buckets.take('a', first);
        const grant = buckets.take('a', second);
        if (grant.allowed) return;
        time.now += grant.retryAfterSeconds * 1000;
        expect(buckets.take('a', second).allowed).toBe(true);
      }),
    );
  });
});
