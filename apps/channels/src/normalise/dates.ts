import type { DatePrecision } from '@plaudit/contracts';
import { isPlausibleReviewDate, parseReviewDate } from '@plaudit/runtime/content';
import { gregorianYear, type ParsedDate } from './calendar';
import { parseHumanDate } from './human-dates';
import { asciiDigits } from './numbers';

/**
 * A Unix time stamp below this is in seconds, otherwise in milliseconds. As seconds the number is the year 5138, as
 * milliseconds it is 1973.
 */
const MIN_MILLISECONDS = 1e11;

/** No platform had reviews before. Pages show the beginning of Unix time for a date that they do not know. */
const EARLIEST = new Date('1995-01-01T00:00:00Z');

/** The longest date that a page writes in words. */
const MAX_DATE = 80;

function fromTimestamp(value: number): ParsedDate | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  return { date: new Date(value < MIN_MILLISECONDS ? value * 1_000 : value), precision: 'second' };
}

const MONTH = /^\d{4}-\d\d$/;

/** Rewrites the variants that web pages use into the forms of {@link parseReviewDate}. */
function toStandardForm(text: string): string {
  return text
    .replace(MONTH, '$&-01')
    .replace(/(?<=\d)(?:[t\s]+|,\s+)(?=\d\d?:)/i, ' ')
    .replace(/(:\d\d)[.,]\d+/, '$1')
    .replace(/\s*(?:utc|gmt)$/i, 'Z')
    .replace(/(?<!\d)2[4-6]\d\d(?!\d)/, (year) => String(gregorianYear(Number(year))));
}

/** Reads ISO 8601 and numeric dates, by default as UTC. `2026-05` is the first day of that month. */
function fromDigits(text: string): ParsedDate | null {
  const date = parseReviewDate(toStandardForm(text));
  if (date === null) return null;
  if (text.includes(':')) return { date, precision: 'second' };
  return { date, precision: MONTH.test(text) ? 'month' : 'day' };
}

function readDate(value: unknown, now: Date): ParsedDate | null {
  if (value instanceof Date) return { date: value, precision: 'second' };
  if (typeof value === 'number') return fromTimestamp(value);
  if (typeof value !== 'string') return null;
  const trimmed = value.trim();
  if (trimmed.length > MAX_DATE) return null;
  const text = asciiDigits(trimmed);
  if (/^\d{9,}(?:\.\d+)?$/.test(text)) return fromTimestamp(Number(text));
  return fromDigits(text) ?? parseHumanDate(text, now);
}

/**
 * Reads a date as platforms and web pages write it: ISO 8601 with and without a zone, Unix seconds and milliseconds,
 * RFC 822, `d/m/Y`, month names and relative words in a dozen languages, digits of any script. Returns null for any other
 * value and for a date that is not plausible for a review. Up to a day ahead, a date differs only by its time zone and
 * counts as now.
 */
export function parseDate(value: unknown, now: Date): ParsedDate | null {
  const parsed = readDate(value, now);
  // An invalid Date is not plausible either.
  if (parsed === null || parsed.date < EARLIEST || !isPlausibleReviewDate(parsed.date, now)) return null;
  return parsed.date > now ? { ...parsed, date: now } : parsed;
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
