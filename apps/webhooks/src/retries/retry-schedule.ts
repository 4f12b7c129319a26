import { createHash } from 'node:crypto';
import type { WebhooksEnv } from '../webhooks.env';

export interface RetryPlan {
  /**
   * The waits after the first, second, … failed attempt. After the last wait and one more failure the delivery is
   * dropped.
   */
  waitsMs: readonly number[];
  /** Spreads retries that would be due at the same time. If false, waits are exact. */
  jitter: boolean;
}

interface FailedAttempt {
  /** The public id of the delivery. Together with `attempts` it determines the jitter. */
  deliveryId: string;
  /** The number of attempts, including this one. */
  attempts: number;
  /** The Retry-After of the response, or null. */
  retryAfterMs: number | null;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const MAX_RETRIES = 100;

/** Returns the plan that the environment sets. */
export function retryPlan(
  env: Pick<WebhooksEnv, 'WEBHOOK_RETRY_DELAYS' | 'WEBHOOK_RETRY_JITTER'>,
): RetryPlan {
  return { waitsMs: parseRetryDelays(env.WEBHOOK_RETRY_DELAYS), jitter: env.WEBHOOK_RETRY_JITTER };
}

/**
 * Parses a list of waits such as `300,3600x6,86400x3`, in seconds, where `x` repeats a wait. Returns milliseconds.
 * Throws a RangeError that names the bad entry.
 */
export function parseRetryDelays(text: string): number[] {
  const waits = text.split(',').flatMap((entry) => {
    const match = /^(\d{1,7})(?:x(\d{1,2}))?$/.exec(entry.trim());
    const times = Number(match?.[2] ?? 1);
    if (!match || times === 0) {
      throw new RangeError(`WEBHOOK_RETRY_DELAYS: "${entry}" is not seconds, such as 300 or 3600x6`);
    }
    return Array.from({ length: times }, () => Number(match[1]) * 1_000);
  });
  if (waits.length > MAX_RETRIES) {
    throw new RangeError(`WEBHOOK_RETRY_DELAYS: more than ${MAX_RETRIES} retries`);
  }
  return waits;
}

export function maxAttempts(plan: RetryPlan): number {
  return plan.waitsMs.length + 1;
}

/** Returns how long to wait after a failed attempt, or null if it was the last one. */
export function waitAfter(plan: RetryPlan, failed: FailedAttempt): number | null {
  const planned = plan.waitsMs[failed.attempts - 1];
  if (planned === undefined) return null;
  const spread = plan.jitter ? jitterOf(planned, failed) : 0;
  // A Retry-After never shortens the planned wait, and an endpoint cannot delay a retry by more than a day.
  return Math.max(planned + spread, Math.min(failed.retryAfterMs ?? 0, DAY_MS));
}

/** Parses a Retry-After header in seconds or as an HTTP date. Returns milliseconds, or null for anything else. */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1_000;
  const date = /^[A-Za-z]{3},? /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now.getTime());
}

function jitterOf(plannedMs: number, { deliveryId, attempts }: FailedAttempt): number {
  const hash = createHash('sha256').update(`${deliveryId}:${attempts}`).digest();
  const fraction = hash.readUInt32BE(0) / 2 ** 32;
  return Math.floor(fraction * Math.min(plannedMs / 10, maxJitter(plannedMs)));
}

function maxJitter(plannedMs: number): number {
  if (plannedMs >= DAY_MS) return 15 * MINUTE_MS;
  return plannedMs >= HOUR_MS ? 5 * MINUTE_MS : MINUTE_MS;
}
