import { ApiError, wireDate } from '@plaudit/contracts';

const FORMAT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:\d{2})?)?$/;

/**
 * Parses the expiry date of a key. Accepts `YYYY-MM-DD` and `YYYY-MM-DD HH:MM:SS` in UTC, and ISO 8601 with an offset.
 * Returns null for null: the key never expires. Throws 400 `invalid_date` unless the date is valid and in the future.
 */
export function parseExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const date = parse(text);
  if (!date) throw invalidDate('expires_on must be a date such as 2027-01-31 18:00:00 (UTC).');
  if (date <= now) throw invalidDate('expires_on must be in the future.');
  return date;
}

function parse(text: string): Date | null {
  const [, day, time = '00:00:00', offset] = FORMAT.exec(text) ?? [];
  if (!day || (offset === undefined) === text.includes('T')) return null;
  const written = new Date(`${day}T${time}Z`);
  // JavaScript reads 30 February as 2 March, so compare the result with the text.
  if (Number.isNaN(written.getTime()) || wireDate(written) !== `${day} ${time.slice(0, 8)}`) return null;
  const date = new Date(`${day}T${time}${offset ?? 'Z'}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function invalidDate(msg: string): ApiError {
  return new ApiError('invalid_date', msg, { field: 'expires_on' });
}
