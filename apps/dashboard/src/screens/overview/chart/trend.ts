import type { Reports } from '../../reports/data/reports-data';

/** The rating and the number of reviews of each month or day. */
export interface Trend {
  slot: 'month' | 'day';
  /** As the API names them: `2026-11` or `2026-11-28`. */
  slots: string[];
  ratings: (number | null)[];
  /** The ratings of as many slots before. */
  before: (number | null)[];
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
    ratings: months.map(({ average_rating }) => average_rating),
    before: previous?.months.map(({ average_rating }) => average_rating) ?? [],
    reviews: datasets.total ?? [],
  };
}

export function dailyTrend({ days, previous }: Reports['daily']): Trend {
  return {
    slot: 'day',
    slots: days.map(({ day }) => day),
    ratings: days.map(({ average_rating }) => average_rating),
    before: previous?.days.map(({ average_rating }) => average_rating) ?? [],
    reviews: days.map(({ reviews }) => reviews),
  };
}
