/** What a line does from its first to its last value, for the sentence that describes a chart. */
export interface Trend {
  kind: 'rose' | 'fell' | 'same';
  first: number;
  last: number;
  firstAt: number;
  lastAt: number;
}

/** Returns the trend, or null if fewer than two values are known. */
export function trendOf(values: readonly (number | null)[]): Trend | null {
  const firstAt = values.findIndex((value) => value !== null);
  const lastAt = values.findLastIndex((value) => value !== null);
  const first = values[firstAt] ?? null;
  const last = values[lastAt] ?? null;
  if (first === null || last === null || firstAt === lastAt) return null;
  const kind = last > first ? 'rose' : last < first ? 'fell' : 'same';
  return { kind, first, last, firstAt, lastAt };
}
