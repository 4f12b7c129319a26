import { ApiError } from '@plaudit/contracts';
import { boundOf, endOf } from '@plaudit/runtime';
import { DeliveryState } from '../deliveries/delivery';
import { invalidValue } from '../webhooks/webhook-rules';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import type { RecoveryInput } from './redelivery.dto';

/** The number of attempts of a delivery is counted in 16 bits. Nobody needs this many. */
export const MAX_ATTEMPTS_OF_DELIVERY = 1_000;
export const MAX_RECOVERY_DAYS = 14;
export const MAX_RECOVERED = 10_000;

const DAY_MS = 86_400_000;

/** What decides whether a delivery can be sent again. */
export interface Resendable {
  state: number;
  attempts: number;
  /** True if the sub account of the event was deleted, or if the maker of the webhook may no longer read it. */
  closed: boolean;
}

/** Throws 422 `invalid_value` if the delivery cannot be sent again. */
export function assertMayResend(delivery: Resendable): void {
  const msg = faultOf(delivery);
  if (msg !== null) throw invalidValue('delivery_id', msg);
}

function faultOf({ state, attempts, closed }: Resendable): string | null {
  if (state === DeliveryState.leased) {
    return 'The delivery is being sent at this moment; wait for the end of the attempt.';
  }
  if (closed || state === DeliveryState.cancelled) {
    return 'The delivery was cancelled, because the sub account of its event was deleted or is closed to the maker of the webhook; it cannot be sent again.';
  }
  if (attempts < MAX_ATTEMPTS_OF_DELIVERY) return null;
  return `The delivery was attempted ${MAX_ATTEMPTS_OF_DELIVERY} times, which is the maximum; it cannot be sent again.`;
}

/** Throws 422 `invalid_value` if the webhook is paused or disabled: nothing is sent to it. */
export function assertActive({ id, active }: Pick<WebhookEntity, 'id' | 'active'>): void {
  if (active) return;
  const msg = `Webhook ${id} is not active, so nothing is sent to it; set active to true with PUT /webhooks/update/${id} first.`;
  throw invalidValue('active', msg);
}

export interface RecoveryRange {
  since: Date;
  /** Exclusive. */
  until: Date;
}

/** Returns the time whose failures are sent again. Throws 422 if a date is invalid or the time is longer than 14 days. */
export function recoveryRange({ since, until }: RecoveryInput, now: Date): RecoveryRange {
  const range = {
    since: dateOf(() => boundOf(since, 'since')),
    until: until === undefined ? now : dateOf(() => endOf(until)),
  };
  const length = range.until.getTime() - range.since.getTime();
  if (length <= 0)
    throw invalidValue('since', `since must be before ${until === undefined ? 'now' : 'until'}.`);
  if (length <= MAX_RECOVERY_DAYS * DAY_MS) return range;
  const end = until === undefined ? 'now, or send until' : 'until';
  throw invalidValue('since', `since must be at most ${MAX_RECOVERY_DAYS} days before ${end}.`);
}

/** Every fault of a request about webhooks is 422. */
function dateOf(read: () => Date): Date {
  try {
    return read();
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.code, error.message, error.details, 422);
    throw error;
  }
}
