import { afterChallenge, afterRateLimit, nextAttempt, nextDailyCrawl } from './schedule';

const NOW = new Date('2026-11-21T12:00:00Z');
const HOUR_MS = 3_600_000;

describe('nextAttempt', () => {
  it.each([
    [1, 1],
    [2, 6],
    [3, 24],
    [9, 24],
  ])('returns, after %d consecutive failures, a time %d h later', (failures, hours) => {
    expect(nextAttempt(failures, NOW)).toEqual(new Date(NOW.getTime() + hours * HOUR_MS));
  });

  it('returns null after ten consecutive failures', () => {
    expect(nextAttempt(10, NOW)).toBeNull();
  });

  it('respects a longer Retry-After up to a day', () => {
    expect(nextAttempt(1, NOW, 3 * HOUR_MS)).toEqual(new Date(NOW.getTime() + 3 * HOUR_MS));
    expect(nextAttempt(1, NOW, 90 * HOUR_MS)).toEqual(new Date(NOW.getTime() + 24 * HOUR_MS));
  });
});

describe('afterRateLimit', () => {
  it.each([
    ['the time that the platform names', 300_000, 300_000],
    ['a time at least a minute later', 0, 60_000],
    ['a time at most a day later', 90 * HOUR_MS, 24 * HOUR_MS],
    ['a time an hour later if the platform names none', undefined, HOUR_MS],
  ])('returns %s', (_what, retryAfterMs, waitMs) => {
    expect(afterRateLimit(NOW, retryAfterMs)).toEqual(new Date(NOW.getTime() + waitMs));
  });
});

describe('afterChallenge', () => {
  it.each([
    [1, 5],
    [2, 15],
    [3, 60],
  ])('returns, after %d consecutive failures, a time %d min later', (failures, minutes) => {
    expect(afterChallenge(failures, NOW)).toEqual(new Date(NOW.getTime() + minutes * 60_000));
  });

  it('respects a longer Retry-After', () => {
    expect(afterChallenge(1, NOW, HOUR_MS)).toEqual(new Date(NOW.getTime() + HOUR_MS));
  });

  it('returns null if the challenge did not pass in that time', () => {
    expect(afterChallenge(4, NOW)).toBeNull();
  });
});

describe('nextDailyCrawl', () => {
  const hoursAfter = (hours: number) => new Date(NOW.getTime() + hours * HOUR_MS);

  it('returns a time 20 to 23 hours after the last crawl began, and spreads channels over these hours', () => {
    const hours = Array.from({ length: 500 }, (_, index) => {
      const at = nextDailyCrawl(index + 1, NOW, hoursAfter(0.5));
      return (at.getTime() - NOW.getTime()) / HOUR_MS;
    });
    expect(Math.min(...hours)).toBeGreaterThanOrEqual(20);
    expect(Math.max(...hours)).toBeLessThan(23);
    for (const hour of [20, 21, 22]) {
      expect(hours.filter((each) => Math.floor(each) === hour).length).toBeGreaterThan(120);
    }
  });

  it('returns the same time for a channel, however long its crawl took', () => {
    expect(nextDailyCrawl(42, NOW, hoursAfter(2))).toEqual(nextDailyCrawl(42, NOW, hoursAfter(0)));
  });

  it('leaves an hour after a crawl that took longer than a day', () => {
    expect(nextDailyCrawl(42, NOW, hoursAfter(30))).toEqual(hoursAfter(31));
  });
});
