import type { SendWindow } from '../settings/invite-settings';
import { DAY_MS, dayText, localTime, stretchesOf } from './local-time';

export { localDay, nextLocalDay } from './local-time';
export type { SendWindow };

const MINUTE_MS = 60_000;
/** Holidays may cover every open weekday of one year, but not of four. */
const MAX_DAYS = 4 * 366;

/** A send window whose times are milliseconds after local midnight. */
interface Opening {
  days: ReadonlySet<number>;
  holidays: ReadonlySet<string>;
  start: number;
  end: number;
}

/** Returns true if messages may be sent at this instant. `timezone` replaces the zone of the window. */
export function isInWindow(at: Date, window: SendWindow, timezone?: string | null): boolean {
  if (!window.enabled) return true;
  return isOpen(localTime(at.getTime(), timezone ?? window.timezone), openingOf(window));
}

/**
 * Returns the first instant from `planned` on at which messages may be sent: `planned` itself if the window is open. A window
 * that never opens because of its holidays is read without them. Throws if it never opens without them either, which no valid
 * settings allow.
 */
export function nextInWindow(planned: Date, window: SendWindow, timezone?: string | null): Date {
  if (isInWindow(planned, window, timezone)) return planned;
  const zone = timezone ?? window.timezone;
  const opening = openingOf(window);
  const next =
    firstOpen(planned.getTime(), opening, zone) ??
    firstOpen(planned.getTime(), { ...opening, holidays: new Set() }, zone);
  if (next === null) throw new Error('The send window never opens');
  return new Date(next);
}

/**
 * While the offset of a zone stays the same, a closed window opens only at its start or at midnight. It may also open when
 * the clocks change.
 */
function firstOpen(after: number, opening: Opening, timezone: string): number | null {
  const today = Math.floor(after / DAY_MS);
  for (let day = today; day < today + MAX_DAYS; day++) {
    for (const { from, until, offset } of stretchesOf(day, timezone)) {
      const begin = Math.max(from, after);
      const midnight = Math.floor((begin + offset) / DAY_MS) * DAY_MS - offset;
      const first = [begin, midnight + opening.start, midnight + DAY_MS, midnight + DAY_MS + opening.start]
        .filter((at) => at >= begin && at < until)
        .find((at) => isOpen(at + offset, opening));
      if (first !== undefined) return first;
    }
  }
  return null;
}

/** After midnight, a window that wraps belongs to the day before. It is closed if either of the two days is a holiday. */
function isOpen(local: number, { days, holidays, start, end }: Opening): boolean {
  const day = Math.floor(local / DAY_MS);
  const time = local - day * DAY_MS;
  const opens = (on: number): boolean => days.has(weekdayOf(on)) && !isHoliday(on, holidays);
  if (start === end) return opens(day);
  if (start < end) return time >= start && time < end && opens(day);
  if (time >= start) return opens(day);
  return time < end && opens(day - 1) && !isHoliday(day, holidays);
}

/** 1 is Monday, as in ISO 8601. 1970-01-01 was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

function isHoliday(day: number, holidays: ReadonlySet<string>): boolean {
  if (holidays.size === 0) return false;
  const text = dayText(day);
  return holidays.has(text) || holidays.has(text.slice(5));
}

/** A bulk reads one window thousands of times. Settings do not change while they are used. */
const openings = new WeakMap<SendWindow, Opening>();

function openingOf(window: SendWindow): Opening {
  const known = openings.get(window);
  if (known) return known;
  const opening = {
    days: new Set(window.days),
    holidays: new Set(window.holidays),
    start: millisecondsOf(window.start),
    end: millisecondsOf(window.end),
  };
  openings.set(window, opening);
  return opening;
}

function millisecondsOf(clock: string): number {
  const [hours, minutes] = clock.split(':');
  return (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
