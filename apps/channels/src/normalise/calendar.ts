import { type DatePrecision, parseWireDate, UNKNOWN_DATE } from '@plaudit/contracts';
import { utcDate } from '@plaudit/runtime/content';

export interface ParsedDate {
  date: Date;
  precision: DatePrecision;
}

/** The date of a review that has none, or none that can be read. */
export function unknownDate(): ParsedDate {
  return { date: parseWireDate(UNKNOWN_DATE), precision: 'unknown' };
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
