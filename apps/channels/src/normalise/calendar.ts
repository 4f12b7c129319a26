/** How exactly the source told the time. `relative` ("2 weeks ago", or nothing at all) never replaces a stored date. */
export type DatePrecision = 'second' | 'day' | 'month' | 'relative';

export interface ParsedDate {
  date: Date;
  precision: DatePrecision;
}

/** The UTC instant of calendar parts, or null when there is no such day (31 February) or time. */
export function utcDate(
  [year, month, day]: readonly [number, number, number],
  [hour, minute, second]: readonly [number, number, number] = [0, 0, 0],
): Date | null {
  // Thai pages count Buddhist years.
  const gregorian = year > 2_400 && year < 2_700 ? year - 543 : year;
  const date = new Date(Date.UTC(gregorian, month - 1, day, hour, minute, second));
  const real =
    date.getUTCFullYear() === gregorian && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real && hour < 24 && minute < 60 && second < 61 ? date : null;
}
