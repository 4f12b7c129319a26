import { type ParsedDate, utcDate } from './calendar';
import { parseHumanDate } from './human-dates';
import { asciiDigits } from './numbers';

const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(1995, 0, 1);
/** Below this a Unix time stamp is in seconds, above it in milliseconds (it is 1973 in one and 5138 in the other). */
const MILLISECONDS_FROM = 1e11;

function fromTimestamp(value: number): ParsedDate | null {
  if (!Number.isFinite(value) || value <= 0) return null;
  return { date: new Date(value < MILLISECONDS_FROM ? value * 1_000 : value), precision: 'second' };
}

const ISO =
  /^(\d{4})-(\d\d)(?:-(\d\d)(?:[T ]+(\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?\s*(z|utc|gmt|[+-]\d\d(?::?\d\d)?)?)?)?$/i;

function offsetMinutes(zone: string | undefined): number {
  const match = /^([+-])(\d\d):?(\d\d)?$/.exec(zone ?? '');
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3] ?? 0));
}

/** ISO 8601 and `YYYY-MM-DD HH:MM:SS`; without a zone it is UTC, whatever zone this process runs in. */
function fromIso(text: string): ParsedDate | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, zone] = match;
  const date = utcDate(
    [Number(year), Number(month), Number(day ?? 1)],
    [Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0)],
  );
  if (date === null) return null;
  if (hour === undefined) return { date, precision: day === undefined ? 'month' : 'day' };
  return { date: new Date(date.getTime() - offsetMinutes(zone) * 60_000), precision: 'second' };
}

const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:,?\s+(\d{1,2}):(\d\d)(?::(\d\d))?)?$/;

/** `d/m/Y`, `d.m.Y`, `d-m-Y`: day first, unless the second number can only be a day. */
function fromNumeric(text: string): ParsedDate | null {
  const match = NUMERIC.exec(text);
  if (!match) return null;
  const [first, second] = [Number(match[1]), Number(match[2])];
  const [day, month] = second > 12 ? [second, first] : [first, second];
  const time = [Number(match[4] ?? 0), Number(match[5] ?? 0), Number(match[6] ?? 0)] as const;
  const date = utcDate([Number(match[3]), month, day], time);
  return date && { date, precision: match[4] === undefined ? 'day' : 'second' };
}

function readDate(value: unknown, now: Date): ParsedDate | null {
  if (value instanceof Date) return { date: value, precision: 'second' };
  if (typeof value === 'number') return fromTimestamp(value);
  if (typeof value !== 'string') return null;
  const text = asciiDigits(value).trim();
  if (/^\d{9,}(?:\.\d+)?$/.test(text)) return fromTimestamp(Number(text));
  return fromIso(text) ?? fromNumeric(text) ?? parseHumanDate(text, now);
}

/**
 * Reads the dates of research part 5.1: ISO with and without zone, Unix seconds and milliseconds, RFC 822, `d/m/Y`,
 * month names and relative words in a dozen languages, digits of any script. Null for everything else, for years
 * before 1995 and for days to come; up to a day ahead is a zone's doing and counts as now.
 */
export function parseDate(value: unknown, now: Date): ParsedDate | null {
  const parsed = readDate(value, now);
  if (parsed === null) return null;
  const at = parsed.date.getTime();
  if (Number.isNaN(at) || at < EARLIEST || at > now.getTime() + DAY_MS) return null;
  return at > now.getTime() ? { ...parsed, date: now } : parsed;
}

/** The date to keep when a review is met again: the earliest, unless only the new one is exact. */
export function settlePostedOn(stored: ParsedDate, met: ParsedDate): ParsedDate {
  if (met.precision === 'relative') return stored;
  if (stored.precision === 'relative') return met;
  return met.date < stored.date ? met : stored;
}
