import { ApiError } from '@plaudit/contracts';

// No clock is more than 14 hours from UTC.
const ISO =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?\s*(Z|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?)?)?$/i;
const DAY_FIRST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/;

const DAY_MS = 86_400_000;
const EARLIEST = Date.UTC(1995, 0, 1);

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  offsetMinutes: number;
}

/**
 * Reads `YYYY-MM-DD`, `YYYY-MM-DD HH:MM[:SS]`, ISO 8601 with offset, and d/m/Y, d-m-Y, d.m.Y with optional time: day
 * first unless the second number is over 12. Without an offset it is UTC. Null for anything else, impossible dates
 * included.
 */
export function parseReviewDate(text: string): Date | null {
  const parts = isoParts(text.trim()) ?? dayFirstParts(text.trim());
  return parts && toDate(parts);
}

/** {@link parseReviewDate} for a required field: 400 `invalid_date` also for dates before 1995 or over 24 h ahead. */
export function reviewDate(text: string, now: Date, field = 'posted_on'): Date {
  const date = parseReviewDate(text);
  if (!date) {
    throw new ApiError(
      'invalid_date',
      `${field} must be a date such as 2026-01-31, 2026-01-31 18:00:00 or 31/01/2026.`,
      {
        field,
      },
    );
  }
  if (date.getTime() > now.getTime() + DAY_MS || date.getTime() < EARLIEST) {
    throw new ApiError('invalid_date', `${field} must lie between 1995 and tomorrow.`, { field });
  }
  return date;
}

function isoParts(text: string): Parts | null {
  const match = ISO.exec(text);
  if (!match) return null;
  const [, year, month, day, hour, minute, second, zone] = match;
  return { ...numbers({ year, month, day, hour, minute, second }), offsetMinutes: offsetOf(zone) };
}

function dayFirstParts(text: string): Parts | null {
  const match = DAY_FIRST.exec(text);
  if (!match) return null;
  const [, first, , second, year, hour, minute, seconds] = match;
  const monthFirst = Number(second) > 12;
  const [day, month] = monthFirst ? [second, first] : [first, second];
  return { ...numbers({ year, month, day, hour, minute, second: seconds }), offsetMinutes: 0 };
}

function numbers(texts: Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string | undefined>) {
  return {
    year: Number(texts.year),
    month: Number(texts.month),
    day: Number(texts.day),
    hour: Number(texts.hour ?? 0),
    minute: Number(texts.minute ?? 0),
    second: Number(texts.second ?? 0),
  };
}

function offsetOf(zone: string | undefined): number {
  if (!zone || zone.toUpperCase() === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const digits = zone.replace(/[^\d]/g, '');
  return sign * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2)));
}

function toDate(parts: Parts): Date | null {
  const { year, month, day, hour, minute, second, offsetMinutes } = parts;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const exists =
    local.getUTCFullYear() === year && local.getUTCMonth() === month - 1 && local.getUTCDate() === day;
  return exists ? new Date(local.getTime() - offsetMinutes * 60_000) : null;
}
