import { createHash } from 'node:crypto';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A channel is disabled after this many consecutive failures. */
export const MAX_FAILURES = 10;
const RETRY_DELAYS_MS = [HOUR_MS, 6 * HOUR_MS];
/**
 * A daily crawl begins 20 to 23 hours after the one before, so that a crawl that waits for its turn, and takes its time, still
 * ends within a day of the last one.
 */
const SHORTEST_DAY_MS = 20 * HOUR_MS;
const JITTER_MS = 3 * HOUR_MS;
/** A crawl that took most of a day is followed by a pause. */
const MIN_PAUSE_MS = HOUR_MS;

/**
 * Returns when to try again after the given number of consecutive failures: after 1 h, then 6 h, then daily. A longer
 * Retry-After of the platform is respected up to a day. Returns null after {@link MAX_FAILURES}.
 */
export function nextAttempt(failures: number, now: Date, retryAfterMs = 0): Date | null {
  if (failures >= MAX_FAILURES) return null;
  const delay = RETRY_DELAYS_MS[failures - 1] ?? DAY_MS;
  return new Date(now.getTime() + Math.max(delay, Math.min(retryAfterMs, DAY_MS)));
}

const MIN_WAIT_MS = 60_000;

/**
 * Returns when to try again after the platform has limited our requests: when it says, between a minute and a day, or in an
 * hour if it does not say.
 */
export function afterRateLimit(now: Date, retryAfterMs = HOUR_MS): Date {
  return new Date(now.getTime() + Math.min(Math.max(retryAfterMs, MIN_WAIT_MS), DAY_MS));
}

/** A challenge that did not pass in these waits is a refusal. */
const CHALLENGE_WAITS_MS = [5 * MIN_WAIT_MS, 15 * MIN_WAIT_MS, HOUR_MS];

/**
 * Returns when to try again after the given number of consecutive failures, the last of which was a challenge: after 5 min,
 * 15 min and 1 h, or when the platform says, up to a day. Returns null if it did not pass then.
 */
export function afterChallenge(failures: number, now: Date, retryAfterMs = 0): Date | null {
  const delay = CHALLENGE_WAITS_MS[failures - 1];
  return delay === undefined
    ? null
    : new Date(now.getTime() + Math.max(delay, Math.min(retryAfterMs, DAY_MS)));
}

/** Returns the channel's own part of {@link JITTER_MS}. It never changes, and it spreads channels that were added together. */
function jitterOf(channelId: number): number {
  return createHash('sha256').update(`crawl ${channelId}`).digest().readUInt32BE(0) % JITTER_MS;
}

/** Returns the next daily crawl of a channel whose last crawl began at `begun` and ended now. */
export function nextDailyCrawl(channelId: number, begun: Date, now: Date): Date {
  const due = begun.getTime() + SHORTEST_DAY_MS + jitterOf(channelId);
  return new Date(Math.max(due, now.getTime() + MIN_PAUSE_MS));
}
