import { averageRating, averageRatingTable, type MonthAverage } from './average-rating';

function months(...averages: (number | null)[]): MonthAverage[] {
  return averages.map((average_rating, index) => ({
    month: `2026-0${index + 1}`,
    average_rating,
    collected_average: average_rating === null ? 4.9 : null,
    collected_count: average_rating === null ? 3 : 0,
  }));
}

describe('averageRating', () => {
  it('has only the months if there are no others to compare with', () => {
    expect(averageRating(months(4, null), 2)).toEqual({ months: months(4, null) });
  });

  it('compares the last averages of both periods, without the error of binary numbers', () => {
    const all = months(4.5, 4.47, 4.44, 4.57);
    expect(averageRating(all, 2)).toEqual({
      months: all.slice(2),
      previous: { months: all.slice(0, 2) },
      change: { average_rating: 0.1 },
    });
    expect(averageRating(months(4.47, null, 4.35, null), 2).change).toEqual({ average_rating: -0.12 });
  });

  it.each([
    [null, 4],
    [4, null],
    [null, null],
  ])('has no change from %p to %p', (before, now) => {
    expect(averageRating(months(before, now), 1).change).toEqual({ average_rating: null });
  });
});

describe('averageRatingTable', () => {
  it('lists the months of both periods, oldest first', () => {
    expect(averageRatingTable(averageRating(months(null, 4.1, 4.2, 4.3), 2))).toEqual({
      columns: ['month', 'average_rating', 'collected_average', 'collected_count'],
      rows: [
        ['2026-01', null, 4.9, 3],
        ['2026-02', 4.1, null, 0],
        ['2026-03', 4.2, null, 0],
        ['2026-04', 4.3, null, 0],
      ],
    });
  });
});
