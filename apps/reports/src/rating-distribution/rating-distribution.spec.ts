import { comparedPeriod, ratingDistribution, ratingDistributionTable } from './rating-distribution';

const NOW = { 1: 1, 2: 0, 3: 2, 4: 0, 5: 4 };
const BEFORE = { 1: 3, 2: 0, 3: 0, 4: 0, 5: 1 };

describe('ratingDistribution', () => {
  it('has the sum of the stars as total', () => {
    expect(ratingDistribution(NOW)).toEqual({ total: 7, distribution: NOW });
  });

  it('subtracts the counts of the other period', () => {
    expect(ratingDistribution(NOW, BEFORE)).toEqual({
      total: 7,
      distribution: NOW,
      previous: { total: 4, distribution: BEFORE },
      change: { total: 3, distribution: { 1: -2, 2: 0, 3: 2, 4: 0, 5: 3 } },
    });
  });
});

describe('comparedPeriod', () => {
  it('is the period of the same length right before', () => {
    expect(comparedPeriod({ from: '2026-03-01', to: '2026-03-31' }, { today: '2026-06-01' })).toEqual({
      from: '2026-01-29',
      to: '2026-02-28',
    });
  });

  it('ends 30 days ago and has no beginning if the report has no period', () => {
    expect(comparedPeriod(null, { today: '2026-03-10' })).toEqual({ to: '2026-02-08' });
  });
});

describe('ratingDistributionTable', () => {
  it('has a row per star', () => {
    const { columns, rows } = ratingDistributionTable(ratingDistribution(NOW));
    expect(columns).toEqual(['stars', 'reviews']);
    expect(rows).toEqual([
      [1, 1],
      [2, 0],
      [3, 2],
      [4, 0],
      [5, 4],
    ]);
  });

  it('has a column for the counts of the other period', () => {
    const { columns, rows } = ratingDistributionTable(ratingDistribution(NOW, BEFORE));
    expect(columns).toEqual(['stars', 'reviews', 'previous_reviews']);
    expect(rows[0]).toEqual([1, 1, 3]);
  });
});
