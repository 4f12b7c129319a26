import { wireDate } from '@plaudit/contracts';
import { invalidValue } from '../webhooks/webhook-rules';
import type { WebhookEntity } from '../webhooks/webhook.entity';

export const MAX_GRACE_HOURS = 168;
export const DEFAULT_GRACE_HOURS = 24;

type PreviousSecret = Pick<WebhookEntity, 'prev_secret_until'>;

/** Returns until when the previous secret signs too, or null if only the current one signs at `now`. */
export function previousSecretUntil({ prev_secret_until: until }: PreviousSecret, now: Date): Date | null {
  return until !== null && until > now ? until : null;
}

/**
 * Throws 422 `invalid_value` while the previous secret still signs, because a receiver that has only that one would lose it.
 * A rotation without a grace period is always allowed: it is what to do about a secret that others know.
 */
export function assertMayRotate(webhook: PreviousSecret, graceHours: number, now: Date): void {
  const until = previousSecretUntil(webhook, now);
  if (until === null || graceHours === 0) return;
  // A wire date has no fractions, and the request must be accepted at the time that it names.
  const allowedOn = wireDate(new Date(Math.ceil(until.getTime() / 1_000) * 1_000));
  const msg = `The secret was replaced a short time ago and the previous one still signs; rotate again after ${allowedOn} UTC, or send grace_hours 0, which drops all old secrets at once.`;
  throw invalidValue('grace_hours', msg, { allowed_on: allowedOn });
}
