import { addDays, addMonths } from './local-date';
import type { Period } from './report-scope';

/** Returns the last `count` months up to the one of `today` as `YYYY-MM`, oldest first. */
export function lastMonths(today: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(today, index + 1 - count).slice(0, 7));
}

/** Returns the first and the last day of consecutive months. */
export function daysOf(months: readonly string[]): Period {
  return { from: `${months[0]!}-01`, to: addDays(addMonths(`${months.at(-1)!}-01`, 1), -1) };
}
