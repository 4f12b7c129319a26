import { nextAttempt, nextDailyCrawl } from './schedule';

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

describe('nextDailyCrawl', () => {
  it('returns the same time of day every day', () => {
    const first = nextDailyCrawl(42, NOW);
    const second = nextDailyCrawl(42, first);
    expect(second.getTime() - first.getTime()).toBe(24 * HOUR_MS);
    expect(nextDailyCrawl(42, new Date(first.getTime() + 90_000))).toEqual(second);
  });

  it('returns a time 12 to 36 hours ahead and spreads channels over the day', () => {
    const hours = new Set<number>();
    for (let id = 1; id <= 500; id++) {
      const at = nextDailyCrawl(id, NOW);
      const away = (at.getTime() - NOW.getTime()) / HOUR_MS;
      expect(away).toBeGreaterThanOrEqual(12);
      expect(away).toBeLessThanOrEqual(36);
      hours.add(at.getUTCHours());
    }
    expect(hours.size).toBe(24);
  });
});
