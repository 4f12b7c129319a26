import type { Schema } from '@plaudit/client';

export type HistoryPoint = Schema<'RatingHistoryPoint'>;

/** Returns at most `count` points with equal distances, the newest among them, newest first. */
export function sampledHistory(history: readonly HistoryPoint[], count: number): HistoryPoint[] {
  const step = Math.max(1, Math.ceil(history.length / count));
  return history.toReversed().filter((_, at) => at % step === 0);
}
