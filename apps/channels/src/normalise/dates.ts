import type { DatePrecision } from '@plaudit/contracts';
import { type DateOrder, isPlausibleReviewDate, parseReviewDate } from '@plaudit/runtime/content';
import { gregorianYear, type ParsedDate } from './calendar';
import { plainDate } from './date-text';
import { parseHumanDate } from './human-dates';
import { orderOfDates } from './numeric-dates';

/**
 * A Unix time stamp below this is in seconds, up to a thousand times as much in milliseconds, and so on. As seconds the number
 * is the year 5138, as milliseconds it is 1973.
 */
const MIN_MILLISECONDS = 1e11;

/** No platform had reviews before. Pages show the beginning of Unix time for a date that they do not know. */
const EARLIEST = new Date('1995-01-01T00:00:00Z');

/** Day 0 of Excel, in days before the beginning of Unix time. Excel believes that 1900 had a 29 February. */
const EXCEL_EPOCH = 25_569;

/** Reads Unix time in seconds, milliseconds or microseconds. */
function fromTimestamp(value: number): ParsedDate | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  const factor = [1_000, 1, 0.001].find((_, power) => value < MIN_MILLISECONDS * 1_000 ** power) ?? 1e-6;
  return { date: new Date(Math.floor(value * factor)), precision: 'second' };
}

const DAY_MS = 86_400_000;
/** The end of a day in ISO 8601. */
const MIDNIGHT = /(?<=\d) 24:00(:00)?(?!\d|:)/;
/** The time that programs write behind a day without one. */
const DAY_AS_TIME = / 00:00(?::00)?(?:z|\+00:?00)?$/i;
const MONTH = /^\d{4}-\d\d$/;
/** `20240131`, `20240131T101500Z`, `20240131101500`, `20240131 10:15`. */
const COMPACT =
  /^((?:19|20)\d\d)(\d\d)(\d\d)(?:[t ]?(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?(z|[+-]\d\d(?::?\d\d)?)?)?$/i;

/** A date with hyphens and a time without colons: `2005-04-18T2300-0700`, `2024-05-03T140530Z`. */
const BASIC_TIME = /^(\d{4}-\d\d-\d\d)[t ](\d\d)(\d\d)(\d\d)?(z|[+-]\d\d(?::?\d\d)?)?$/i;

/** A day of XML Schema with its zone: `2024-01-31Z`, `2024-01-31+02:00`. */
const DAY_OF_ZONE = /^(\d{4}-\d\d-\d\d)(?:z|[+-]\d\d:\d\d)$/i;

/** A day of cameras: `2024:01:31 10:15:00`. */
const COLON_DAY = /^(\d{4}):(\d\d):(\d\d)(?= |$)/;
/** The mark between day and time in logs of servers: `31/Jan/2024:10:15:00 +0000`. */
const COLON_BEFORE_TIME = /(?<=[/.-]\d{4}):(?=\d\d:\d\d)/;

/** Rewrites the variants that web pages use into the forms of {@link parseReviewDate}. */
function toStandardForm(text: string): string {
  return text
    .replace(COMPACT, (_, ...[year, month, day, hour, minute, second = '00', zone = '']: string[]) =>
      hour === undefined
        ? `${year}-${month}-${day}`
        : `${year}-${month}-${day} ${hour}:${minute}:${second}${zone}`,
    )
    .replace(
      BASIC_TIME,
      (_, ...[day, hour, minute, second = '00', zone = '']: string[]) =>
        `${day} ${hour}:${minute}:${second}${zone}`,
    )
    .replace(DAY_OF_ZONE, '$1')
    .replace(MONTH, '$&-01')
    .replace(/(?<=\d)(?:[t ]+|, )(?=\d\d?:)/i, ' ')
    .replace(/(:\d\d)[.,:]\d{3,}|(:\d\d)[.,]\d+/, '$1$2')
    .replace(/ ?(?:utc|gmt)$/i, 'Z')
    .replace(/(?<!\d)2[4-6]\d\d(?!\d)/, (year) => String(gregorianYear(Number(year))));
}

/** Reads ISO 8601 and numeric dates, by default as UTC. `2026-05` is the first day of that month. */
function fromDigits(text: string, order: DateOrder | undefined): ParsedDate | null {
  const form = toStandardForm(text);
  const isMidnight = MIDNIGHT.test(form);
  const start = parseReviewDate(isMidnight ? form.replace(MIDNIGHT, ' 00:00$1') : form, order);
  if (start === null) return null;
  const date = isMidnight ? new Date(start.getTime() + DAY_MS) : start;
  if (form.includes(':') && !DAY_AS_TIME.test(form)) return { date, precision: 'second' };
  return { date, precision: MONTH.test(text) ? 'month' : 'day' };
}

function readText(given: string, now: Date, order: DateOrder | undefined): ParsedDate | null {
  const plain = plainDate(given);
  if (plain === null || !/[\p{L}\d]/u.test(plain)) return null;
  const text = plain.replace(COLON_DAY, '$1-$2-$3').replace(COLON_BEFORE_TIME, ' ');
  // ASP.NET writes "/Date(1706695500000)/".
  const stamp = /^(?:\/date\()?(\d{9,}(?:\.\d+)?)(?:[+-]\d{4})?(?:\)\/)?$/i.exec(text)?.[1];
  const parsed = stamp === undefined ? null : plausible(fromTimestamp(Number(stamp)), now);
  return parsed ?? fromDigits(text, order) ?? parseHumanDate(text, now, order);
}

/**
 * Returns the date if it can be that of a review. Up to a day ahead, it differs only by its time zone: a time counts as now, and a day is
 * already that day where the review was posted.
 */
function plausible(parsed: ParsedDate | null, now: Date): ParsedDate | null {
  // An invalid Date is not plausible either.
  if (parsed === null || parsed.date < EARLIEST || !isPlausibleReviewDate(parsed.date, now)) return null;
  return parsed.date > now && parsed.precision === 'second' ? { ...parsed, date: now } : parsed;
}

/**
 * Reads a date as platforms and web pages write it: ISO 8601 with and without a zone, Unix time, RFC 822, numbers in the given
 * order (by default the day first), month names and relative words in 37 languages, 12-hour clocks, named zones, digits of any
 * script. Returns null for any other value, for a text that may mean two dates, and for a date that is not plausible for a
 * review. Up to a day ahead, a time differs only by its zone and counts as now.
 */
export function parseDate(value: unknown, now: Date, order?: DateOrder): ParsedDate | null {
  if (value instanceof Date) return plausible({ date: value, precision: 'second' }, now);
  if (typeof value === 'number') return plausible(fromTimestamp(value), now);
  return typeof value === 'string' ? plausible(readText(value, now, order), now) : null;
}

/** Reads a date of a file like {@link parseDate}, and the serial numbers that Excel stores: `45322`, `45322.5871`, `45322,5871`. */
export function parseFileDate(text: string, now: Date, order?: DateOrder): ParsedDate | null {
  const serial = /^\s*(\d{5})([.,]\d+)?\s*$/.exec(text);
  if (!serial) return parseDate(text, now, order);
  const seconds = Math.round((Number(serial[0].replace(',', '.')) - EXCEL_EPOCH) * 86_400);
  return plausible(
    { date: new Date(seconds * 1_000), precision: serial[2] === undefined ? 'day' : 'second' },
    now,
  );
}

/**
 * Returns the order of day and month that the dates of a file or page have together: "13/01/2026" among them says that the day
 * comes first in all of them. If no date says so, those show it that lie ahead of `now` in one order only. Returns null if
 * nothing shows the order, or if the dates contradict each other.
 */
export function dateOrderOf(values: readonly unknown[], now?: Date): DateOrder | null {
  const texts = values.flatMap((value) => (typeof value === 'string' ? (plainDate(value) ?? []) : []));
  return orderOfDates(texts, now);
}

/** Precisions that any more exact date replaces, the least exact one first. */
const ROUGH: readonly DatePrecision[] = ['unknown', 'relative'];

/** Returns the date to keep of a review that is read again: the earlier one, unless one is rough and the other is not. */
export function settlePostedOn(stored: ParsedDate, read: ParsedDate): ParsedDate {
  for (const rough of ROUGH) {
    if (read.precision === rough) return stored;
    if (stored.precision === rough) return read;
  }
  return read.date < stored.date ? read : stored;
}
