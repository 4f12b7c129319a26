import { ApiError } from '@plaudit/contracts';
import { parseReviewDate } from '@plaudit/runtime';
import type { DelayUnit } from '../settings/invite-settings';

const SECOND_MS = 1_000;
const UNIT_SECONDS: Readonly<Record<DelayUnit, number>> = { minutes: 60, hours: 3_600, days: 86_400 };

/** The longest delay, and the latest schedule from now. */
export const MAX_AHEAD_DAYS = 365;
const MAX_AHEAD_SECONDS = MAX_AHEAD_DAYS * UNIT_SECONDS.days;

/** A date and a time. Without an offset, the time is UTC. */
const DATE_AND_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/;

export const SCHEDULE_RULE = `\`YYYY-MM-DD HH:MM:SS\` in UTC, or ISO 8601 with an offset; at most ${MAX_AHEAD_DAYS} days ahead; a time in the past means now`;

/** Returns a delay in seconds. */
export function delaySeconds(delay: number, unit: DelayUnit): number {
  return delay * UNIT_SECONDS[unit];
}

/** Returns `delay` seconds after an instant. */
export function later(at: Date, delay: number): Date {
  return new Date(at.getTime() + delay * SECOND_MS);
}

/** Returns the delay in seconds. Throws 400 if it is longer than a year. */
export function readDelay(delay: number, unit: DelayUnit): number {
  const seconds = delaySeconds(delay, unit);
  if (seconds <= MAX_AHEAD_SECONDS) return seconds;
  throw new ApiError('validation_failed', `delay must be at most ${MAX_AHEAD_DAYS} days.`, {
    field: 'delay',
  });
}

/** Reads a `schedule`. Returns now for a time in the past. Throws 400 `invalid_date`. */
export function readSchedule(text: string, now: Date): Date {
  const date = DATE_AND_TIME.test(text) ? parseReviewDate(text) : null;
  if (!date)
    throw invalid('must be a date and time such as 2026-06-01 09:00:00 or 2026-06-01T09:00:00+02:00');
  if (date > later(now, MAX_AHEAD_SECONDS)) throw invalid(`must be at most ${MAX_AHEAD_DAYS} days from now`);
  return date < now ? now : date;
}

function invalid(fault: string): ApiError {
  return new ApiError('invalid_date', `schedule ${fault}.`, { field: 'schedule' });
}
