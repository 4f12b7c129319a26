import * as fc from 'fast-check';
import { maxAttempts, parseRetryAfter, parseRetryDelays, type RetryPlan, waitAfter } from './retry-schedule';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const waitsMs = parseRetryDelays('300,3600x6,86400x3');
const exact: RetryPlan = { waitsMs, jitter: false };

function wait(plan: RetryPlan, attempts: number, retryAfterMs: number | null = null): number | null {
  return waitAfter(plan, { deliveryId: 'dlv_1', attempts, retryAfterMs });
}

describe('The retry schedule', () => {
  it('waits 5 minutes, 6 times an hour and 3 times a day, 78 h 05 min in all, and then drops the delivery', () => {
    const waits = Array.from({ length: 11 }, (_, index) => wait(exact, index + 1));
    expect(waits).toEqual([5 * MINUTE, HOUR, HOUR, HOUR, HOUR, HOUR, HOUR, DAY, DAY, DAY, null]);
    expect(maxAttempts(exact)).toBe(11);
    expect(waitsMs.reduce((sum, each) => sum + each, 0)).toBe(78 * HOUR + 5 * MINUTE);
  });

  it('adds jitter that is never negative, stays within its bound and is the same for the same attempt', () => {
    const jittered: RetryPlan = { waitsMs, jitter: true };
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 10 }), (deliveryId, attempts) => {
        const failed = { deliveryId, attempts, retryAfterMs: null };
        const planned = waitsMs[attempts - 1] as number;
        const actual = waitAfter(jittered, failed) as number;
        const bound = attempts === 1 ? 30_000 : attempts < 8 ? 5 * MINUTE : 15 * MINUTE;
        expect(actual).toBeGreaterThanOrEqual(planned);
        expect(actual).toBeLessThanOrEqual(planned + bound);
        expect(waitAfter(jittered, failed)).toBe(actual);
      }),
    );
  });

  it('extends a wait to the Retry-After of the response, by at most a day, and never shortens it', () => {
    expect(wait(exact, 1, 120_000)).toBe(5 * MINUTE);
    expect(wait(exact, 1, 2 * HOUR)).toBe(2 * HOUR);
    expect(wait(exact, 1, 10 * DAY)).toBe(DAY);
    expect(wait(exact, 11, 10 * DAY)).toBeNull();
  });

  it('reads Retry-After in seconds and as an HTTP date, and ignores anything else', () => {
    const now = new Date('2026-01-02T03:04:05Z');
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter('Fri, 02 Jan 2026 05:04:05 GMT', now)).toBe(2 * HOUR);
    expect(parseRetryAfter('Fri, 02 Jan 2026 01:04:05 GMT', now)).toBe(0);
    for (const invalid of ['', 'soon', '-5', '1.5', '99999999999', 'Foo, bar']) {
      expect(parseRetryAfter(invalid, now)).toBeNull();
    }
    expect(parseRetryAfter(null, now)).toBeNull();
  });

  it('parses WEBHOOK_RETRY_DELAYS, or throws an error that names the setting', () => {
    expect(parseRetryDelays('1,2,2')).toEqual([1_000, 2_000, 2_000]);
    expect(parseRetryDelays(' 0 , 5x2 ')).toEqual([0, 5_000, 5_000]);
    for (const bad of ['', '5,', 'x', '5x', '5x0', '-1', '1.5', '5 6']) {
      expect(() => parseRetryDelays(bad)).toThrow('WEBHOOK_RETRY_DELAYS: "');
    }
    expect(() => parseRetryDelays('1x99,1x99')).toThrow('more than 100 retries');
  });
});
