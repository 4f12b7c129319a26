import type { ProfileDraft } from './profile-draft';
import { activeSteps } from './profile-draft';

const MINUTE = 60_000;
const UNIT_MS: Readonly<Record<'minutes' | 'hours' | 'days', number>> = {
  minutes: MINUTE,
  hours: 60 * MINUTE,
  days: 1440 * MINUTE,
};
/** Nobody gets two messages within this time. */
const MIN_DISTANCE_MS = 12 * 60 * MINUTE;
/** A window that does not open in so many days is closed by its holidays, and the server reads it without them. */
const MAX_DAYS = 366;

type Window = ProfileDraft['send_window'];

/**
 * Returns when the messages of a sequence go out that is added at `start`: each its delay after the one before, moved into the
 * send window. It is an estimate, as the one of the server: the daily limit and the zone of the person may move it.
 */
export function plannedTimes(draft: ProfileDraft, start: Date): Date[] {
  const { send_window: window, delay, delay_unit: unit } = draft;
  const times = [nextOpening(new Date(start.getTime() + delay * UNIT_MS[unit]), window)];
  for (const step of activeSteps(draft)) {
    const before = times.at(-1) ?? start;
    const wait = Math.max(step.delay * UNIT_MS[step.delay_unit], MIN_DISTANCE_MS);
    times.push(nextOpening(new Date(before.getTime() + wait), window));
  }
  return times;
}

/** Returns the first time from `at` on at which the window is open. */
export function nextOpening(at: Date, window: Window): Date {
  if (!window.enabled || isOpen(at, window)) return at;
  for (const holidays of [window.holidays, []]) {
    const found = firstOpening(at, { ...window, holidays });
    if (found) return found;
  }
  return at;
}

/** Looks at whole minutes near the starts of days and of the window, in which alone a closed window opens. */
function firstOpening(at: Date, window: Window): Date | null {
  const { minutes } = localOf(at, window.timezone);
  const midnight = at.getTime() - (at.getTime() % MINUTE) - minutes * MINUTE;
  const opens = minutesOf(window.start);
  for (let day = -1; day <= MAX_DAYS; day++) {
    for (const minute of [0, opens - 60, opens, opens + 60]) {
      const candidate = new Date(midnight + day * UNIT_MS.days + minute * MINUTE);
      const isRight = minute === 0 || localOf(candidate, window.timezone).minutes === opens;
      if (candidate > at && isRight && isOpen(candidate, window)) return candidate;
    }
  }
  return null;
}

/** After midnight, a window that passes midnight belongs to the day before. */
function isOpen(at: Date, { timezone, days, start, end, holidays }: Window): boolean {
  const local = localOf(at, timezone);
  const from = minutesOf(start);
  const until = minutesOf(end);
  const opensOn = ({ weekday, date }: { weekday: number; date: string }): boolean =>
    days.includes(weekday) && !isHoliday(date, holidays);
  if (from === until) return opensOn(local);
  if (from < until) return local.minutes >= from && local.minutes < until && opensOn(local);
  if (local.minutes >= from) return opensOn(local);
  const dayBefore = localOf(new Date(at.getTime() - UNIT_MS.days), timezone);
  return local.minutes < until && opensOn(dayBefore) && !isHoliday(local.date, holidays);
}

function isHoliday(date: string, holidays: readonly string[]): boolean {
  return holidays.includes(date) || holidays.includes(date.slice(5));
}

interface LocalTime {
  /** 1 is Monday. */
  weekday: number;
  /** Such as 2026-12-24. */
  date: string;
  /** After midnight. */
  minutes: number;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localOf(at: Date, timeZone: string): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  const weekday = new Date(`${date}T00:00Z`).getUTCDay() || 7;
  return { weekday, date, minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}

/** A zone that the browser does not know, such as one that is being typed, is read as UTC. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
  } catch {
    made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  }
  formats.set(timeZone, made);
  return made;
}

function minutesOf(clock: string): number {
  const [hours, minutes] = clock.split(':');
  return Number(hours) * 60 + Number(minutes);
}
