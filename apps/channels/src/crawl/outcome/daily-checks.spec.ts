import { lastChecks } from './daily-checks';

describe('lastChecks', () => {
  it('returns 14 days, oldest first, of which the last one is today', () => {
    const days = lastChecks({}, '2026-03-05').map(({ date }) => date);
    expect(days).toHaveLength(14);
    expect(days[0]).toBe('2026-02-20');
    expect(days.slice(-6)).toEqual([
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
      '2026-03-05',
    ]);
  });

  it('says none for a day on which no crawl ended, and ignores older days', () => {
    const outcomes = { '2026-02-19': 'failed', '2026-03-04': 'retried', '2026-03-05': 'ok' } as const;
    const checks = lastChecks(outcomes, '2026-03-05');
    expect(checks.slice(0, 12).every(({ outcome }) => outcome === 'none')).toBe(true);
    expect(checks.slice(12).map(({ outcome }) => outcome)).toEqual(['retried', 'ok']);
  });
});
