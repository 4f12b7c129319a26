import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A channel is disabled after this many consecutive failures. */
export const MAX_FAILURES = 10;
const RETRY_DELAYS_MS = [HOUR_MS, 6 * HOUR_MS];
/** Two daily crawls of a channel are at least this far apart. */
const MIN_DAY_MS = 12 * HOUR_MS;

/**
 * Returns when to try again after the given number of consecutive failures: after 1 h, then 6 h, then daily. A longer
 * Retry-After of the platform is respected up to a day. Returns null after {@link MAX_FAILURES}.
 */
export function nextAttempt(failures: number, now: Date, retryAfterMs = 0): Date | null {
  if (failures >= MAX_FAILURES) return null;
  const delay = RETRY_DELAYS_MS[failures - 1] ?? DAY_MS;
  return new Date(now.getTime() + Math.max(delay, Math.min(retryAfterMs, DAY_MS)));
}

/** Returns the time of day of the channel's daily crawl. It never changes, and channels spread evenly over the day. */
function slotOf(channelId: number): number {
  return createHash('sha256').update(`crawl ${channelId}`).digest().readUInt32BE(0) % DAY_MS;
}

/** Returns the next daily crawl: at the channel's time of day, 12 to 36 hours from now. */
export function nextDailyCrawl(channelId: number, now: Date): Date {
  const earliest = now.getTime() + MIN_DAY_MS;
  const midnight = earliest - (earliest % DAY_MS);
  const today = midnight + slotOf(channelId);
  return new Date(today >= earliest ? today : today + DAY_MS);
}
