import { utcDate } from '@plaudit/runtime/content';

/** How exact a date is. `relative` ("2 weeks ago", or no date at all) never replaces a stored date. */
export type DatePrecision = 'second' | 'day' | 'month' | 'relative';

export interface ParsedDate {
  date: Date;
  precision: DatePrecision;
}

/** Converts a year of the Buddhist era, which Thai pages use. Returns any other year as it is. */
export function gregorianYear(year: number): number {
  return year > 2_400 && year < 2_700 ? year - 543 : year;
}

/** Returns the UTC instant of calendar parts as a page shows them, or null if the day or time does not exist. */
export function pageDate(
  [year, month, day]: readonly [number, number, number],
  time?: readonly [number, number, number],
): Date | null {
  return utcDate([gregorianYear(year), month, day], time);
}
