const US_DATE = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: (\d{1,2})(:\d\d:\d\d) ?([AP]M)?)?$/i;
/** Characters of a date that are read. */
const MAX_DATE = 40;

/** Returns a day as `3/5/2026`, which is the fifth of March. */
export function usDateOf(date: Date): string {
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`;
}

/** Rewrites `3/5/2026 12:48:33 PM` in the order of ISO 8601: `2026-3-5 12:48:33`. Returns any other form as it is. */
export function isoOfUsDate(date: unknown): unknown {
  const parts = typeof date === 'string' ? US_DATE.exec(date.slice(0, MAX_DATE).trim()) : null;
  if (!parts) return date;
  const [, month, day, year, hour, minuteAndSecond, half] = parts;
  if (hour === undefined) return `${year}-${month}-${day}`;
  // The hours after midnight and after noon are 12.
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : hour;
  return `${year}-${month}-${day} ${hours}${minuteAndSecond}`;
}
