import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** After so many failures in a row a channel is disabled. */
export const MAX_FAILURES = 10;
const RETRY_DELAYS_MS = [HOUR_MS, 6 * HOUR_MS];
/** Two crawls of the daily round are never closer than this. */
const MIN_DAY_MS = 12 * HOUR_MS;

/** When to try again after the `failures`-th failure in a row: 1 h, 6 h, then daily; null = never, it is disabled. */
export function nextAttempt(failures: number, now: Date, retryAfterMs = 0): Date | null {
  if (failures >= MAX_FAILURES) return null;
  const delay = RETRY_DELAYS_MS[failures - 1] ?? DAY_MS;
  return new Date(now.getTime() + Math.max(delay, Math.min(retryAfterMs, DAY_MS)));
}

/** A channel's own time of day, the same every day, so that the daily round is spread evenly. */
function slotOf(channelId: number): number {
  return createHash('sha256').update(`crawl ${channelId}`).digest().readUInt32BE(0) % DAY_MS;
}

/** The next turn of the daily round: at the channel's time of day, 12 to 36 hours from now. */
export function nextDailyCrawl(channelId: number, now: Date): Date {
  const earliest = now.getTime() + MIN_DAY_MS;
  const midnight = earliest - (earliest % DAY_MS);
  const today = midnight + slotOf(channelId);
  return new Date(today >= earliest ? today : today + DAY_MS);
}
