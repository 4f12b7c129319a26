import {
  comparedReviewsOverTime,
  type MonthCount,
  reviewsOverTime,
  reviewsOverTimeTable,
} from './reviews-over-time';

const NO_STARS = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };

function count(label: string, month: string | null, reviews: number, stars = {}): MonthCount {
  return { label, month, reviews, stars: { ...NO_STARS, ...stars } };
}

describe('reviewsOverTime', () => {
  it('has zeros for months without reviews and for platforms without reviews', () => {
    const report = reviewsOverTime(
      ['2025-12', '2026-01', '2026-02'],
      [count('Google', '2026-02', 3, { 5: 2 }), count('Booking.com', null, 0)],
    );
    expect(report).toEqual({
      labels: ['12/2025', '1/2026', '2/2026'],
      datasets: { 'Booking.com': [0, 0, 0], Google: [0, 0, 3], total: [0, 0, 3] },
      distributions: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 2 },
    });
  });

  it('lists platforms by label, and the total last', () => {
    const report = reviewsOverTime(
      ['2026-01'],
      ['Zomato', 'Yelp', 'Ä', 'Apple'].map((label) => count(label, '2026-01', 1)),
    );
    expect(Object.keys(report.datasets)).toEqual(['Apple', 'Yelp', 'Zomato', 'Ä', 'total']);
  });

  it('adds the counts of platforms with the same label', () => {
    const report = reviewsOverTime(
      ['2026-01'],
      [count('Maps', '2026-01', 1), count('Maps', '2026-01', 2), count('Maps', null, 0)],
    );
    expect(report.datasets).toEqual({ Maps: [3], total: [3] });
  });

  it('calls a platform with the label total "total (platform)"', () => {
    const { datasets } = reviewsOverTime(
      ['2026-01'],
      [count('total', '2026-01', 2), count('A', '2026-01', 1)],
    );
    expect(datasets).toEqual({ A: [1], 'total (platform)': [2], total: [3] });
    expect(Object.keys(datasets).at(-1)).toBe('total');
  });

  it('keeps labels that are names of properties of every object', () => {
    const { datasets } = reviewsOverTime(
      ['2026-01'],
      ['__proto__', 'constructor', 'toString'].map((label) => count(label, '2026-01', 1)),
    );
    expect(JSON.stringify(datasets)).toBe('{"__proto__":[1],"constructor":[1],"toString":[1],"total":[3]}');
  });

  it('ignores months outside', () => {
    const report = reviewsOverTime(
      ['2026-01'],
      [count('A', '2025-12', 7, { 1: 7 }), count('A', '2026-01', 1)],
    );
    expect(report).toMatchObject({ datasets: { A: [1], total: [1] }, distributions: NO_STARS });
  });
});

describe('comparedReviewsOverTime', () => {
  const months = ['2025-11', '2025-12', '2026-01', '2026-02'];
  const counts = [
    count('A', '2025-12', 7, { 1: 7 }),
    count('A', '2026-01', 3, { 5: 3 }),
    count('B', '2026-02', 1),
    count('C', null, 0),
  ];

  it('has only the report if there are no months to compare with', () => {
    const last = months.slice(2);
    expect(comparedReviewsOverTime(last, 2, counts)).toEqual(reviewsOverTime(last, counts));
  });

  it('has the same for the months before, and the difference of the totals', () => {
    expect(comparedReviewsOverTime(months, 2, counts)).toEqual({
      labels: ['1/2026', '2/2026'],
      datasets: { A: [3, 0], B: [0, 1], C: [0, 0], total: [3, 1] },
      distributions: { ...NO_STARS, 5: 3 },
      previous: {
        labels: ['11/2025', '12/2025'],
        datasets: { A: [0, 7], C: [0, 0], total: [0, 7] },
        distributions: { ...NO_STARS, 1: 7 },
      },
      change: { total: -3 },
    });
  });

  it('becomes a table with a row per month and platform, oldest first', () => {
    const { columns, rows } = reviewsOverTimeTable(comparedReviewsOverTime(months, 2, counts));
    expect(columns).toEqual(['month', 'platform', 'reviews']);
    expect(rows).toHaveLength(2 * 3 + 2 * 4);
    expect(rows.slice(0, 3)).toEqual([
      ['11/2025', 'A', 0],
      ['11/2025', 'C', 0],
      ['11/2025', 'total', 0],
    ]);
    expect(rows.at(-1)).toEqual(['2/2026', 'total', 1]);
  });
});
