const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/**
 * Returns the instant of a local time such as `2026-09-20T09:00`, or null for another text. A time that clocks repeat is the
 * first one of the two. A time that they leave out is read with the offset from before.
 */
export function instantOf(local: string, timeZone: string | undefined): Date | null {
  const asUtc = new Date(`${local}Z`).getTime();
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) || Number.isNaN(asUtc)) return null;
  const before = asUtc - offsetAt(asUtc - DAY, timeZone);
  const after = asUtc - offsetAt(asUtc + DAY, timeZone);
  const isRight = (at: number): boolean => at + offsetAt(at, timeZone) === asUtc;
  return new Date([before, after].find(isRight) ?? before);
}

/** Returns the local time of an instant, as a field of a date and a time takes it. */
export function localTimeOf(at: Date, timeZone: string | undefined): string {
  return new Date(at.getTime() + offsetAt(at.getTime(), timeZone)).toISOString().slice(0, 16);
}

/** Returns the name of the zone in which times are shown. */
export function zoneName(timeZone: string | undefined): string {
  return timeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function offsetAt(at: number, timeZone: string | undefined): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / MINUTE) * MINUTE;
}
