import { ApiError, type DatePrecision, UNKNOWN_DATE } from '@plaudit/contracts';

// Offsets from UTC are at most 14 hours.
const YEAR_FIRST =
  /^(\d{4})([/-])(\d{1,2})\2(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;
const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

/** Whether the day or the month comes first in a date of numbers, such as 03/04/2026. The year comes last. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How the API sends a date without a time. */
const DAY_OF_API = /^\d{4}-\d\d-\d\d 00:00:00$/;
const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(1900, 0, 1);

/**
 * Reads `YYYY-MM-DD` and `YYYY/MM/DD` with an optional time and offset, ISO 8601, and d/m/Y, d-m-Y and d.m.Y with an optional
 * time. The last three are in the given order. Without one, the day comes first unless the second number is above 12. Without
 * an offset the date is UTC. Returns null for any other text and for impossible dates such as 31 February.
 */
export function parseReviewDate(text: string, order?: DateOrder): Date | null {
  return parseYearFirst(text.trim()) ?? parseYearLast(text.trim(), order);
}

/**
 * Reads a required `posted_on` like {@link parseReviewDate}. Throws 400 `invalid_date` for a text that is not a date and
 * for a date that {@link isPlausibleReviewDate} rejects.
 */
export function reviewDate(text: string, now: Date, order?: DateOrder): Date {
  const field = 'posted_on';
  const date = parseReviewDate(text, order);
  if (!date) {
    const numeric = order === 'mdy' ? '01/31/2026' : '31/01/2026';
    throw new ApiError(
      'invalid_date',
      `${field} must be a date such as 2026-01-31, 2026-01-31 18:00:00 or ${numeric}.`,
      { field },
    );
  }
  if (!isPlausibleReviewDate(date, now)) {
    throw new ApiError('invalid_date', `${field} must lie between 1900 and tomorrow.`, { field });
  }
  return date;
}

/** Returns how exact a date is that {@link parseReviewDate} reads. An unknown date and a day come back as the API sends them. */
export function reviewDatePrecision(text: string): DatePrecision {
  if (text === UNKNOWN_DATE) return 'unknown';
  return text.includes(':') && !DAY_OF_API.test(text) ? 'second' : 'day';
}

/** Returns true if the date lies between 1900 and 24 hours from now. Reviews are older than the web: owners import letters. */
export function isPlausibleReviewDate(date: Date, now: Date): boolean {
  return date.getTime() >= EARLIEST && date.getTime() <= now.getTime() + DAY_MS;
}

type Triple = readonly [number, number, number];

/** Returns the instant of a date and time in UTC, or null if the day or the time does not exist. */
export function utcDate([year, month, day]: Triple, [hour, minute, second]: Triple = [0, 0, 0]): Date | null {
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date : null;
}

/** Returns the instant of a local time at an offset such as `-07:00`, `+0530` or `Z`. Without an offset it is UTC. */
export function atOffset(local: Date, offset: string | undefined): Date {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(offset ?? '');
  if (!match) return local;
  const minutes = Number(match[2]) * 60 + Number(match[3] ?? 0);
  return new Date(local.getTime() - (match[1] === '-' ? -1 : 1) * minutes * 60_000);
}

function parseYearFirst(text: string): Date | null {
  const match = YEAR_FIRST.exec(text);
  if (!match) return null;
  const [, year, , month, day, hour, minute, second, offset] = match;
  const date = utcDate(numbers(year, month, day), numbers(hour, minute, second));
  return date && atOffset(date, offset);
}

function parseYearLast(text: string, order: DateOrder | undefined): Date | null {
  const match = YEAR_LAST.exec(text);
  if (!match) return null;
  const [, first, , second, year, hour, minute, seconds] = match;
  const isMonthFirst = order === undefined ? Number(second) > 12 : order === 'mdy';
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return utcDate(numbers(year, month, day), numbers(hour, minute, seconds));
}

function numbers(...texts: [string | undefined, string | undefined, string | undefined]): Triple {
  const [first, second, third] = texts;
  return [Number(first ?? 0), Number(second ?? 0), Number(third ?? 0)];
}
