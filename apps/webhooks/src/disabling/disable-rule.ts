import type { WebhookDisableReason } from '@plaudit/contracts';
import type { AttemptError } from '../deliveries/delivery';
import type { CompletedAttempt } from '../queue/claimed-delivery';
import type { LaneState } from '../queue/lane-state';
import type { WebhooksEnv } from '../webhooks.env';

/** When an endpoint has failed for so long that nothing more is sent to it. */
export interface DisableRule {
  /** How long it must have failed without a success. Null if no endpoint is given up. */
  afterMs: number | null;
  /** How many attempts must have failed since. */
  failures: number;
}

/** The failures of an endpoint since its last success. */
export type FailureStreak = Pick<LaneState, 'failure_streak' | 'failing_since'>;

/** A webhook that an attempt gives a reason to disable. */
export interface Suspect {
  webhookId: number;
  /** True if the endpoint answered 410 Gone. */
  isGone: boolean;
  startedOn: Date;
  lastStatus: number | null;
  lastError: AttemptError;
}

const HOUR_MS = 3_600_000;
const GONE = 410;

export function disableRule(env: WebhooksEnv): DisableRule {
  const hours = env.WEBHOOK_DISABLE_HOURS;
  return { afterMs: hours === 0 ? null : hours * HOUR_MS, failures: env.WEBHOOK_DISABLE_FAILURES };
}

/** Returns true if the endpoint has only failed for long enough, and often enough. */
export function isGivenUp(
  { failure_streak, failing_since }: FailureStreak,
  now: Date,
  rule: DisableRule,
): boolean {
  if (rule.afterMs === null || failing_since === null) return false;
  return failure_streak >= rule.failures && now.getTime() - failing_since.getTime() >= rule.afterMs;
}

/**
 * Returns the webhooks of a group of attempts that are to be disabled: after a 410, or if the endpoint is given up. `lanes` are the
 * lanes after the attempts.
 */
export function suspectsIn(
  group: readonly CompletedAttempt[],
  lanes: ReadonlyMap<number, FailureStreak>,
  now: Date,
  rule: DisableRule,
): Suspect[] {
  const suspects = new Map<number, Suspect>();
  for (const { delivery, outcome } of group) {
    const lane = lanes.get(delivery.webhook_id);
    const isGone = outcome.statusCode === GONE;
    const earlier = suspects.get(delivery.webhook_id);
    if (!lane || outcome.errorCode === null || earlier?.isGone) continue;
    if (!isGone && !isGivenUp(lane, now, rule)) continue;
    suspects.set(delivery.webhook_id, {
      webhookId: delivery.webhook_id,
      isGone,
      startedOn: outcome.startedOn,
      lastStatus: outcome.statusCode,
      lastError: outcome.errorCode,
    });
  }
  return [...suspects.values()];
}

/** Returns why the webhook of this suspect is disabled. A forbidden address alone is no reason: it is tried again for days. */
export function disableReason({ isGone, lastError }: Suspect): WebhookDisableReason {
  if (isGone) return 'gone';
  return lastError === 'blocked_address' ? 'blocked' : 'failing';
}

/** Returns origin and path of an address. Its query may have a secret. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
