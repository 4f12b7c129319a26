import { ApiError, wireDate } from '@plaudit/contracts';

const FORMAT = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?)(Z|[+-]\d{2}:\d{2})?)?$/;

/** When a key ends, from `YYYY-MM-DD[ HH:MM:SS]` in UTC or ISO 8601 with an offset; null is never. */
export function readExpiry(text: string | null, now: Date): Date | null {
  if (text === null) return null;
  const date = parse(text);
  if (!date) throw refused('expires_on must be a date such as 2027-01-31 18:00:00 (UTC).');
  if (date <= now) throw refused('expires_on must be in the future.');
  return date;
}

function parse(text: string): Date | null {
  const [, day, time = '00:00:00', offset] = FORMAT.exec(text) ?? [];
  if (!day || (offset === undefined) === text.includes('T')) return null;
  const written = new Date(`${day}T${time}Z`);
  // JavaScript takes 30 February for 2 March.
  if (Number.isNaN(written.getTime()) || wireDate(written) !== `${day} ${time.slice(0, 8)}`) return null;
  const date = new Date(`${day}T${time}${offset ?? 'Z'}`);
  return Number.isNaN(date.getTime()) ? null : date;
}

function refused(msg: string): ApiError {
  return new ApiError('invalid_date', msg, { field: 'expires_on' });
}
