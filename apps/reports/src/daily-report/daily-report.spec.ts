import { dailyReport, dailyTable, lastDays } from './daily-report';
import type { DayFigures } from './daily-report.responses';

function days(...figures: [number | null, number][]): DayFigures[] {
  return figures.map(([average_rating, reviews], index) => ({
    day: `2026-03-0${index + 1}`,
    average_rating,
    reviews,
    collected_average: average_rating === null ? 4.9 : null,
    collected_count: average_rating === null ? 3 : 0,
  }));
}

describe('lastDays', () => {
  it('ends today, and begins in the month or year before if it must', () => {
    expect(lastDays('2026-03-01', 1)).toEqual({ from: '2026-03-01', to: '2026-03-01' });
    expect(lastDays('2026-03-01', 30)).toEqual({ from: '2026-01-31', to: '2026-03-01' });
  });
});

describe('dailyReport', () => {
  const all = days([4.35, 2], [null, 0], [4.47, 1], [null, 4]);

  it('has only the days and their period if there are no others to compare with', () => {
    expect(dailyReport(all, 4)).toEqual({ success: true, from: '2026-03-01', to: '2026-03-04', days: all });
  });

  it('compares the last averages and the sums, without the error of binary numbers', () => {
    expect(dailyReport(all, 2)).toEqual({
      success: true,
      from: '2026-03-03',
      to: '2026-03-04',
      days: all.slice(2),
      previous: { from: '2026-03-01', to: '2026-03-02', days: all.slice(0, 2) },
      change: { average_rating: 0.12, reviews: 3 },
    });
  });

  it('has no change of an average that one of the periods lacks', () => {
    expect(dailyReport(days([null, 3], [4, 1]), 1).change).toEqual({ average_rating: null, reviews: -2 });
  });
});

describe('dailyTable', () => {
  it('lists the days of both periods, oldest first', () => {
    expect(dailyTable(dailyReport(days([null, 0], [4.1, 2]), 1))).toEqual({
      columns: ['day', 'average_rating', 'reviews', 'collected_average', 'collected_count'],
      rows: [
        ['2026-03-01', null, 0, 4.9, 3],
        ['2026-03-02', 4.1, 2, null, 0],
      ],
    });
  });
});
