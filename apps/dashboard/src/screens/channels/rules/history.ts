import type { Schema } from '@plaudit/client';

export type HistoryPoint = Schema<'RatingHistoryPoint'>;

/** A rating history with a value for each day, as a chart needs it. */
export interface HistoryDays {
  days: string[];
  /** Null for a day without figures. */
  scores: (number | null)[];
  reviews: (number | null)[];
  estimated: boolean[];
}

/**
 * Returns the last `count` days up to `today`. An estimate holds until the next point, because the API has one for each day with a
 * new review. Figures that were read hold for their day only, so that a gap between checks shows.
 */
export function historyDays(history: readonly HistoryPoint[], count: number, today: string): HistoryDays {
  const points = new Map(history.map((point) => [point.date, point]));
  const begun = history.find(({ estimated }) => !estimated)?.date ?? '9999';
  const days = lastDays(count, today);
  let last: HistoryPoint | undefined;
  const shown = days.map((day) => {
    last = points.get(day) ?? (day < begun ? last : undefined);
    return last;
  });
  return {
    days,
    scores: shown.map((point) => point?.score ?? null),
    reviews: shown.map((point) => point?.reviews ?? null),
    estimated: shown.map((point) => point?.estimated ?? false),
  };
}

function lastDays(count: number, today: string): string[] {
  return Array.from({ length: count }, (_, at) => {
    const day = new Date(`${today}T00:00:00Z`);
    day.setUTCDate(day.getUTCDate() - count + 1 + at);
    return day.toISOString().slice(0, 10);
  });
}
