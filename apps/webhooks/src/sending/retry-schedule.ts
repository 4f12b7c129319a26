import { createHash } from 'node:crypto';

export interface RetryPlan {
  /** Waits after the first, second, … failed attempt; after the last one the delivery is dropped. */
  waitsMs: readonly number[];
  /** Spreads retries that fell due together; off makes times exact. */
  jitter: boolean;
}

interface FailedAttempt {
  /** Public id of the delivery; with the attempt it decides the jitter, so that it can be predicted. */
  deliveryId: string;
  /** How many attempts have been made, this one included. */
  attempts: number;
  /** What the endpoint asked for, or null. */
  retryAfterMs: number | null;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_PLAN = 100;

/** `300,3600x6,86400x3` (seconds, `x` repeats) -> milliseconds. Throws RangeError naming the bad entry. */
export function parseRetryDelays(text: string): number[] {
  const waits = text.split(',').flatMap((entry) => {
    const match = /^(\d{1,7})(?:x(\d{1,2}))?$/.exec(entry.trim());
    const times = Number(match?.[2] ?? 1);
    if (!match || times === 0) {
      throw new RangeError(`WEBHOOK_RETRY_DELAYS: "${entry}" is not seconds, such as 300 or 3600x6`);
    }
    return Array.from({ length: times }, () => Number(match[1]) * 1_000);
  });
  if (waits.length > MAX_PLAN) {
    throw new RangeError(`WEBHOOK_RETRY_DELAYS: more than ${MAX_PLAN} retries`);
  }
  return waits;
}

export function maxAttempts(plan: RetryPlan): number {
  return plan.waitsMs.length + 1;
}

/** How long to wait after a failed attempt ended, or null when the plan is used up. */
export function waitAfter(plan: RetryPlan, failed: FailedAttempt): number | null {
  const planned = plan.waitsMs[failed.attempts - 1];
  if (planned === undefined) return null;
  const spread = plan.jitter ? jitterOf(planned, failed) : 0;
  // Never earlier than planned, and never later than a day because an endpoint said so.
  return Math.max(planned + spread, Math.min(failed.retryAfterMs ?? 0, DAY_MS));
}

/** Retry-After in seconds or as an HTTP date; null for anything else. */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000;
  const date = /^[A-Za-z]{3},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function jitterOf(plannedMs: number, { deliveryId, attempts }: FailedAttempt): number {
  const hash = createHash('sha256').update(`${deliveryId}:${attempts}`).digest();
  const fraction = hash.readUInt32BE(0) / 2 ** 32;
  return Math.floor(fraction * Math.min(plannedMs / 10, longestJitter(plannedMs)));
}

function longestJitter(plannedMs: number): number {
  if (plannedMs >= DAY_MS) return 15 * MINUTE_MS;
  return plannedMs >= HOUR_MS ? 5 * MINUTE_MS : MINUTE_MS;
}
