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
  it('allows a burst and then refuses', () => {
    const { buckets } = bucketsAt(3, 1);
    expect([1, 2, 3, 4].map(() => buckets.take('a').allowed)).toEqual([true, true, true, false]);
  });

  it('counts each key separately', () => {
    const { buckets } = bucketsAt(1, 1);
    expect(buckets.take('a').allowed).toBe(true);
    expect(buckets.take('a').allowed).toBe(false);
    expect(buckets.take('b').allowed).toBe(true);
  });

  it('removes tokens that were spent elsewhere, down to minus one burst', () => {
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

  it('refills continuously and never above the burst', () => {
    const { buckets, time } = bucketsAt(20, 5);
    buckets.take('a', 20);
    time.now += 199;
    expect(buckets.take('a').allowed).toBe(false);
    time.now += 1;
    expect(buckets.take('a').allowed).toBe(true);
    time.now += 3_600_000;
    expect(buckets.take('a').remaining).toBe(19);
  });

  it('reports the remaining tokens, the time until the bucket is full and the time to wait', () => {
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

  it('takes no tokens for a refused request', () => {
    const { buckets } = bucketsAt(5, 1);
    buckets.take('a', 3);
    buckets.take('a', 5);
    expect(buckets.take('a', 2).allowed).toBe(true);
  });

  it('allows a cost above the burst when the bucket is full', () => {
    const { buckets } = bucketsAt(3, 1);
    expect(buckets.take('a', 5)).toMatchObject({ allowed: true, remaining: 0 });
  });

  it('puts tokens back, up to the burst', () => {
    const { buckets } = bucketsAt(2, 0.001);
    buckets.take('a', 2);
    buckets.putBack('a');
    expect(buckets.take('a').allowed).toBe(true);
    expect(buckets.take('a').allowed).toBe(false);
    buckets.putBack('a', 50);
    expect(buckets.take('a').remaining).toBe(1);
  });

  it('works when the clock is set back', () => {
    const { buckets, time } = bucketsAt(2, 1);
    buckets.take('a', 2);
    time.now -= 60_000;
    expect(buckets.take('a').allowed).toBe(false);
    time.now += 1_000;
    expect(buckets.take('a').allowed).toBe(true);
  });

  it('never allows more than the burst and the tokens refilled since', () => {
    const step = fc.record({ wait: fc.nat(2_000), cost: fc.integer({ min: 1, max: 7 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { buckets, time } = bucketsAt(20, 5);
        const start = time.now;
        let allowed = 0;
        for (const { wait, cost } of steps) {
          time.now += wait;
          if (buckets.take('a', cost).allowed) allowed += cost;
        }
        expect(allowed).toBeLessThanOrEqual(20 + ((time.now - start) / 1000) * 5 + 1e-6);
      }),
    );
  });

  it('allows the request once Retry-After has passed', () => {
    const cost = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(cost, cost, (first, second) => {
        const { buckets, time } = bucketsAt(20, 5);
        buckets.take('a', first);
        const decision = buckets.take('a', second);
        if (decision.allowed) return;
        time.now += decision.retryAfterSeconds * 1000;
        expect(buckets.take('a', second).allowed).toBe(true);
      }),
    );
  });
});
