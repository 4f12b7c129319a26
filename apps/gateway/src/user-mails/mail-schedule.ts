const MINUTE_MS = 60_000;
const WAITS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);

/** A mail about a webhook that could not be sent for so long is given up: by then its deliveries are no longer held either. */
export const MAX_MAIL_AGE_MS = 72 * 60 * MINUTE_MS;

/** Returns how long a mail waits after this many failed attempts: 1, 5 and 15 minutes, then an hour each time. */
export function waitAfter(attempts: number): number {
  return WAITS_MS[Math.min(attempts, WAITS_MS.length) - 1] ?? MINUTE_MS;
}

/** Returns true if what happened at this time is no longer mailed. */
export function isTooOld(occurredOn: Date, now: Date, maxAgeMs = MAX_MAIL_AGE_MS): boolean {
  return now.getTime() - occurredOn.getTime() >= maxAgeMs;
}
