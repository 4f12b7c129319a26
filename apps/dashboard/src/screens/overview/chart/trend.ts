import { type AverageLine, averageLine, type Averages } from '../../reports/data/averages';
import type { Reports } from '../../reports/data/reports-data';

/** The rating and the number of reviews of each month or day. */
export interface Trend {
  slot: 'month' | 'day';
  /** As the API names them: `2026-11` or `2026-11-28`. */
  slots: string[];
  ratings: AverageLine;
  /** The ratings of as many slots before. Undefined if there are none. */
  before: AverageLine | undefined;
  reviews: number[];
}

/** Returns the trend of months. Both reports have the same ones. */
export function monthlyTrend(
  { months, previous }: Reports['average_rating'],
  { datasets }: Reports['reviews_over_time'],
): Trend {
  return {
    slot: 'month',
    slots: months.map(({ month }) => month),
    ratings: averageLine(months),
    before: known(previous?.months),
    reviews: datasets.total ?? [],
  };
}

export function dailyTrend({ days, previous }: Reports['daily']): Trend {
  return {
    slot: 'day',
    slots: days.map(({ day }) => day),
    ratings: averageLine(days),
    before: known(previous?.days),
    reviews: days.map(({ reviews }) => reviews),
  };
}

function known(slots: readonly Averages[] | undefined): AverageLine | undefined {
  const line = slots && averageLine(slots);
  return line?.values.some((value) => value !== null) ? line : undefined;
}
