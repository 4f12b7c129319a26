import { ApiError } from '@plaudit/contracts';
import { parseReviewDate } from './review-date';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/** A time, a blank, and an offset without its sign: what a server reads of `10:00:00+02:00` in a URL. */
const LOST_PLUS = /^(.*\d:\d\d(?::\d\d(?:\.\d+)?)?) (\d\d(?::?\d\d)?)$/;

/** Returns the date of a `since` or `until`. Throws 400 `invalid_date` if it is not a date. */
export function boundOf(text: string, field: 'since' | 'until' | 'updated_since'): Date {
  const date = parseReviewDate(text);
  if (date) return date;
  const [, time, offset] = LOST_PLUS.exec(text) ?? [];
  if (time && offset) {
    throw new ApiError(
      'invalid_date',
      `${field} has a blank before "${offset}": a "+" in a URL arrives as a blank. Send it as %2B: ${time.replaceAll(' ', 'T')}%2B${offset}.`,
      { field },
    );
  }
  throw new ApiError('invalid_date', `${field} must be a date such as 2026-01-31 or 2026-01-31 18:00:00.`, {
    field,
  });
}

/** Returns the exclusive end of an `until`: a date includes its whole day, a time its whole second. */
export function endOf(text: string): Date {
  const date = boundOf(text, 'until');
  const hasTime = text.includes(':');
  return new Date(date.getTime() + (hasTime ? SECOND_MS : DAY_MS));
}
