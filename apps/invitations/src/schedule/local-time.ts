import { offsetAt } from './time-zone';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** A stretch of time in which a zone keeps its offset from UTC. All values are milliseconds. */
export interface Stretch {
  from: number;
  /** Exclusive. */
  until: number;
  /** By how much local time is ahead of UTC. */
  offset: number;
}

/** A year of one zone. */
const MAX_KNOWN_DAYS = 20_000;
const known = new Map<string, readonly Stretch[]>();

/**
 * Returns the stretches of a day of UTC in order: one, or two if the clocks change on it. They are kept, because a bulk asks
 * for the same few days thousands of times.
 */
export function stretchesOf(day: number, timezone: string): readonly Stretch[] {
  const key = `${day}/${timezone}`;
  const kept = known.get(key);
  if (kept) return kept;
  const found = findStretches(day * DAY_MS, timezone);
  if (known.size >= MAX_KNOWN_DAYS) known.clear();
  known.set(key, found);
  return found;
}

function findStretches(from: number, timezone: string): readonly Stretch[] {
  const until = from + DAY_MS;
  const before = offsetAt(from, timezone);
  const after = offsetAt(until - 1, timezone);
  if (before === after) return [{ from, until, offset: before }];
  const change = changeBetween(from, until, timezone);
  return [
    { from, until: change, offset: before },
    { from: change, until, offset: after },
  ];
}

/** Returns the first whole minute at which the offset is no longer that of `from`. */
function changeBetween(from: number, until: number, timezone: string): number {
  const before = offsetAt(from, timezone);
  let [same, changed] = [0, (until - from) / MINUTE_MS];
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(from + middle * MINUTE_MS, timezone) === before) same = middle;
    else changed = middle;
  }
  return from + changed * MINUTE_MS;
}

/** Returns the local time of an instant as if it were UTC. */
export function localTime(at: number, timezone: string): number {
  const stretches = stretchesOf(Math.floor(at / DAY_MS), timezone);
  const stretch = stretches.find(({ until }) => at < until) as Stretch;
  return at + stretch.offset;
}

/** Returns the local day of an instant as "YYYY-MM-DD". */
export function localDay(at: Date, timezone: string): string {
  return dayText(Math.floor(localTime(at.getTime(), timezone) / DAY_MS));
}

/** Returns the first instant of the next local day. */
export function nextLocalDay(at: Date, timezone: string): Date {
  const today = localDay(at, timezone);
  for (let day = Math.floor(at.getTime() / DAY_MS); ; day++) {
    for (const { from, until, offset } of stretchesOf(day, timezone)) {
      const begin = Math.max(from, at.getTime());
      const midnight = Math.ceil((begin + offset) / DAY_MS) * DAY_MS - offset;
      const first = [begin, midnight].find(
        (time) => time >= begin && time < until && dayText(Math.floor((time + offset) / DAY_MS)) > today,
      );
      if (first !== undefined) return new Date(first);
    }
  }
}

/** Returns a day, counted from 1970-01-01, as "YYYY-MM-DD". */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}
