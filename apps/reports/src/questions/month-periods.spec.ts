import { monthsOf, periodOrLastYear } from './month-periods';

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
