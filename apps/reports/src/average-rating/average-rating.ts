import { change } from '../questions/figures';
import type { ReportTable } from '../questions/report-format';
import type { AverageRatingResponse } from './average-rating.responses';

/** A month, and the averages of its end. At most one of them is known. */
export interface MonthAverage {
  /** `YYYY-MM`. */
  month: string;
  /** On five stars; null if nothing was measured in this month. */
  average_rating: number | null;
  /** Of all collected ratings so far. Null from the first month with an official score on, and in a month without a new rating. */
  collected_average: number | null;
  /** The ratings that `collected_average` is made of. */
  collected_count: number;
}

/** Returns the report on the last `count` months, compared with those before if there are more. */
export function averageRating(months: MonthAverage[], count: number): AverageRatingResponse {
  const [before, asked] = [months.slice(0, -count), months.slice(-count)];
  if (before.length === 0) return { months: asked };
  return {
    months: asked,
    previous: { months: before },
    change: { average_rating: change(lastAverage(asked), lastAverage(before)) },
  };
}

/** Returns one row per month, oldest first. */
export function averageRatingTable({ months, previous }: AverageRatingResponse): ReportTable {
  return {
    columns: ['month', 'average_rating', 'collected_average', 'collected_count'],
    rows: [...(previous?.months ?? []), ...months].map(
      ({ month, average_rating, collected_average, collected_count }) => [
        month,
        average_rating,
        collected_average,
        collected_count,
      ],
    ),
  };
}

function lastAverage(months: readonly MonthAverage[]): number | null {
  return months.findLast(({ average_rating }) => average_rating !== null)?.average_rating ?? null;
}
