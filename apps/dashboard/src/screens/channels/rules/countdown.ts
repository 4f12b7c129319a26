const SECOND_MS = 1_000;
const MINUTES_OF_HOUR = 60;

/** Returns the whole minutes until a moment as hours and minutes. Returns null if it has passed. */
export function hoursAndMinutes(until: number, now: number): { hours: number; minutes: number } | null {
  if (until <= now) return null;
  const minutes = Math.ceil((until - now) / SECOND_MS / 60);
  return { hours: Math.floor(minutes / MINUTES_OF_HOUR), minutes: minutes % MINUTES_OF_HOUR };
}

/** Returns the seconds until a moment as `0:42` or `12:05`. Returns null if it has passed. */
export function clock(until: number, now: number): string | null {
  if (until <= now) return null;
  const seconds = Math.ceil((until - now) / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
