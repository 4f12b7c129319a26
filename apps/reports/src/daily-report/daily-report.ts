import { change } from '../questions/figures';
import { addDays } from '../questions/local-date';
import type { ReportTable } from '../questions/report-format';
import type { Period } from '../questions/report-scope';
import type { DailyReportResponse, DayFigures } from './daily-report.responses';

/** Returns the period of the last `count` days up to `today`. */
export function lastDays(today: string, count: number): Period {
  return { from: addDays(today, 1 - count), to: today };
}

/** Returns the report on the last `count` days, compared with those before if there are more. `days` has at least one. */
export function dailyReport(days: readonly DayFigures[], count: number): DailyReportResponse {
  const [before, asked] = [days.slice(0, -count), days.slice(-count)];
  const report = { success: true as const, ...periodOf(asked) };
  if (before.length === 0) return report;
  return {
    ...report,
    previous: periodOf(before),
    change: {
      average_rating: change(lastAverage(asked), lastAverage(before)),
      reviews: reviewsIn(asked) - reviewsIn(before),
    },
  };
}

/** Returns one row per day, oldest first. */
export function dailyTable({ days, previous }: DailyReportResponse): ReportTable {
  return {
    columns: ['day', 'average_rating', 'reviews', 'collected_average', 'collected_count'],
    rows: [...(previous?.days ?? []), ...days].map((figures) => [
      figures.day,
      figures.average_rating,
      figures.reviews,
      figures.collected_average,
      figures.collected_count,
    ]),
  };
}

function periodOf(days: DayFigures[]): Period & { days: DayFigures[] } {
  return { from: days[0]!.day, to: days.at(-1)!.day, days };
}

function lastAverage(days: readonly DayFigures[]): number | null {
  return days.findLast(({ average_rating }) => average_rating !== null)?.average_rating ?? null;
}

function reviewsIn(days: readonly DayFigures[]): number {
  return days.reduce((sum, { reviews }) => sum + reviews, 0);
}
