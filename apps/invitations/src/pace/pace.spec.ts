import { DomainPace } from './domain-pace';
import { TokenBucket } from './token-bucket';

let now = 0;
const clock = (): number => now;
beforeEach(() => (now = 0));

describe('TokenBucket', () => {
  it('lets a second of its pace go at once, and then one message per interval', () => {
    const bucket = new TokenBucket(120, clock);
    expect(bucket.available(50)).toBe(2);
    bucket.take(2);
    expect(bucket.available(50)).toBe(0);
    expect(bucket.waitMs).toBe(500);
    now = 499;
    expect(bucket.available(50)).toBe(0);
    now = 500;
    expect(bucket.available(50)).toBe(1);
  });

  it('lets at most its pace go in any minute of continuous demand', () => {
    const bucket = new TokenBucket(60, clock);
    let gone = 0;
    for (now = 0; now < 60_000; now += 100) {
      const count = bucket.available(10);
      bucket.take(count);
      gone += count;
    }
    expect(gone).toBe(60);
  });

  it('has no limit with a pace of 0', () => {
    const bucket = new TokenBucket(0, clock);
    bucket.take(1_000);
    expect({ available: bucket.available(50), waitMs: bucket.waitMs }).toEqual({ available: 50, waitMs: 0 });
  });

  it('saves nothing up while the clock goes back', () => {
    const bucket = new TokenBucket(60, clock);
    bucket.take();
    now = -5_000;
    expect(bucket.available(5)).toBe(0);
  });
});

describe('DomainPace', () => {
  it('tells the messages of a lane to come back one after another, and other domains to go', () => {
    const pace = new DomainPace(60, clock);
    expect(['a', 'a', 'a', 'a'].map((domain) => pace.take(1, domain))).toEqual([0, 1_000, 2_000, 3_000]);
    expect(pace.take(1, 'b')).toBe(0);
  });

  it('does not make a lane wait behind the line of another one', () => {
    const pace = new DomainPace(60, clock);
    for (let count = 0; count < 100; count += 1) pace.take(1, 'a');
    expect(pace.take(2, 'a')).toBe(1_000);
  });

  it('tells no message to come back later than in ten minutes', () => {
    const pace = new DomainPace(1, clock);
    const delays = Array.from({ length: 50 }, () => pace.take(1, 'a'));
    expect(Math.max(...delays)).toBe(600_000);
  });

  it('lets the whole pace go while more messages wait than a minute holds', () => {
    const pace = new DomainPace(60, clock);
    const due = Array.from({ length: 200 }, () => 0);
    let gone = 0;
    for (now = 0; now < 100_000; now += 250) {
      for (const [place, at] of due.entries()) {
        if (at > now) continue;
        const delay = pace.take(1, 'a');
        if (delay === 0) gone += 1;
        due[place] = delay === 0 ? Number.POSITIVE_INFINITY : now + delay;
      }
    }
    expect(gone).toBeGreaterThan(90);
    expect(gone).toBeLessThanOrEqual(101);
  });
});
