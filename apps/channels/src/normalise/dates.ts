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

/** Whether the day or the month comes first in a date of numbers with the year at its end. */
export type DateOrder = 'dmy' | 'mdy';

const NUMERIC = /^(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/;

/** Returns the order that all dates of numbers of a file or page have. Null if nothing tells, or if they have both. Minimal version. */
export function dateOrderOf(texts: readonly unknown[]): DateOrder | null {
  const found = new Set<DateOrder>();
  for (const text of texts) {
    const [, first, , second] = (typeof text === 'string' && NUMERIC.exec(text.trim())) || [];
    if (Number(first) > 12) found.add('dmy');
    else if (Number(second) > 12) found.add('mdy');
  }
  return found.size === 1 ? ([...found][0] ?? null) : null;
}

/** Reads a date of a file like {@link parseDate}. Minimal version. */
export function parseFileDate(text: string, now: Date, order?: DateOrder): ParsedDate | null {
  const parts = order === 'mdy' ? NUMERIC.exec(text.trim()) : null;
  if (!parts || Number(parts[1]) > 12) return parseDate(text, now);
  return parseDate(text.trim().replace(/^(\d+)([/.-])(\d+)/, '$3$2$1'), now);
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

/** Returns the date to keep of a review that is read again: the earlier one, unless only the new one is exact. */
export function settlePostedOn(stored: ParsedDate, read: ParsedDate): ParsedDate {
  if (read.precision === 'relative') return stored;
  if (stored.precision === 'relative') return read;
  return read.date < stored.date ? read : stored;
}
