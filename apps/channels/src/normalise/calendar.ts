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
/** Year, month from 1 and day. */
export type CalendarDay = readonly [number, number, number];

export type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

const SECONDS = { second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 };

/** Converts a year of the Buddhist era, which Thai pages use. Returns any other year as it is. */
export function gregorianYear(year: number): number {
  return year > 2_400 && year < 2_700 ? year - 543 : year;
}

/** Returns the year that two digits mean: at most one year after now. */
export function yearOfTwoDigits(digits: number, now: Date): number {
  const year = 2_000 + digits;
  return year > now.getUTCFullYear() + 1 ? year - 100 : year;
}

/** Returns the UTC instant of calendar parts as a page shows them, or null if the day or time does not exist. */
export function pageDate([year, month, day]: CalendarDay, time?: CalendarDay): Date | null {
  return utcDate([gregorianYear(year), month, day], time);
}

/** Returns the date a number of units before. A month before 31 March is the last day of February. */
export function before(date: Date, count: number, unit: TimeUnit): Date {
  if (unit !== 'month' && unit !== 'year') return new Date(date.getTime() - count * SECONDS[unit] * 1_000);
  const months = date.getUTCMonth() - count * (unit === 'year' ? 12 : 1);
  const earlier = new Date(date);
  earlier.setUTCMonth(months, 1);
  const lastDay = new Date(Date.UTC(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1, 0)).getUTCDate();
  earlier.setUTCDate(Math.min(date.getUTCDate(), lastDay));
  return earlier;
}
