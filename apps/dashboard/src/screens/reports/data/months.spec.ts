import { axisLabels, dayIn, daysAgo, firstDay, parseMonth } from './months';

describe('The months of the reports', () => {
  it('are read in both spellings of the API', () => {
    expect([parseMonth('2026-11'), parseMonth('1/2026')].map((month) => month.toISOString())).toEqual([
      '2026-11-01T00:00:00.000Z',
      '2026-01-01T00:00:00.000Z',
    ]);
  });

  it('begin in the time zone of the sub account', () => {
    const now = new Date('2026-11-30T23:30:00Z');
    expect([firstDay(12, 'UTC', now), firstDay(12, 'Europe/Berlin', now)]).toEqual([
      '2025-12-01',
      '2026-01-01',
    ]);
    expect([firstDay(1, 'UTC', now), firstDay(24, 'UTC', now)]).toEqual(['2026-11-01', '2024-12-01']);
  });

  it('have the days of the time zone of the sub account', () => {
    const now = new Date('2026-02-28T23:30:00Z');
    expect([dayIn('UTC', now), dayIn('Europe/Berlin', now)]).toEqual(['2026-02-28', '2026-03-01']);
  });

  it('have days before now', () => {
    expect(daysAgo(30, new Date('2026-11-28T03:00:00Z'))).toBe('2026-10-29');
  });

  it('show the year only on a long axis', () => {
    const months = Array.from({ length: 13 }, (_, at) => new Date(Date.UTC(2025, 10 + at, 1)));
    const name = (month: Date): string => String(month.getUTCMonth() + 1);
    expect(axisLabels(months, name).slice(0, 4)).toEqual(['2025', '12', '2026', '2']);
    expect(axisLabels(months.slice(1), name)[1]).toBe('1');
  });
});
