import { daysOf, lastMonths, monthsOf, periodOrLastYear } from './month-periods';

describe('periodOrLastYear', () => {
  it('is the current month and the 11 before it by default', () => {
    expect(periodOrLastYear({}, { today: '2026-03-31' })).toEqual({ from: '2025-04-01', to: '2026-03-31' });
  });

  it('is the period of the query if it names one', () => {
    const query = { from: '2026-01-05', to: '2026-01-06' };
    expect(periodOrLastYear(query, { today: '2026-03-31' })).toEqual(query);
  });
});

describe('monthsOf', () => {
  it('lists every month of which the period has days', () => {
    expect(monthsOf({ from: '2025-11-30', to: '2026-03-01' })).toEqual([
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
    ]);
  });

  it('lists the one month of a day', () => {
    expect(monthsOf({ from: '2028-02-29', to: '2028-02-29' })).toEqual(['2028-02']);
  });
});

describe('lastMonths', () => {
  it('ends with the month of today and begins over the boundary of a year', () => {
    expect(lastMonths('2026-02-14', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });

  it('returns only the month of today for 1', () => {
    expect(lastMonths('2026-01-01', 1)).toEqual(['2026-01']);
  });

  it.each(['2026-03-31', '2026-03-30', '2026-03-29', '2028-03-31'])('never skips February on %s', (today) => {
    expect(lastMonths(today, 2)).toEqual([`${today.slice(0, 4)}-02`, `${today.slice(0, 4)}-03`]);
  });

  it('returns 60 consecutive months', () => {
    const months = lastMonths('2026-12-31', 60);
    expect([months.length, months[0], months[12], months[59]]).toEqual([60, '2022-01', '2023-01', '2026-12']);
    expect(new Set(months).size).toBe(60);
  });
});

describe('daysOf', () => {
  it.each([
    [['2026-02'], '2026-02-01', '2026-02-28'],
    [['2028-02'], '2028-02-01', '2028-02-29'],
    [['1900-02'], '1900-02-01', '1900-02-28'],
    [['2025-11', '2025-12'], '2025-11-01', '2025-12-31'],
    [['2025-12', '2026-01', '2026-02', '2026-03', '2026-04'], '2025-12-01', '2026-04-30'],
  ])('of %p is from %s to %s', (months, from, to) => {
    expect(daysOf(months)).toEqual({ from, to });
  });
});
