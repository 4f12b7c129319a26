import type { Schema } from '@plaudit/client';
import type { StatusTone } from '../../../components/display/labels';
import type { IconName } from '../../../components/display/icon';

export type Webhook = Schema<'Webhook'>;

/** How a webhook is doing, as a key of its word. */
export interface WebhookState {
  tone: StatusTone;
  icon?: IconName;
  word: 'state_new' | 'state_healthy' | 'state_failing' | 'state_paused' | 'state_off';
  /** Failed attempts in a row. */
  count: number;
}

export function stateOf({ health, disabled_reason: reason }: Webhook): WebhookState {
  const count = health.consecutive_failures;
  if (health.state === 'disabled' || (reason !== null && reason !== 'manual'))
    return { tone: 'bad', word: 'state_off', count };
  if (health.state === 'paused') return { tone: 'quiet', icon: 'pause', word: 'state_paused', count };
  if (health.state === 'failing') return { tone: 'bad', word: 'state_failing', count };
  if (health.state === 'new') return { tone: 'quiet', word: 'state_new', count };
  return { tone: 'good', word: 'state_healthy', count };
}

/** Returns how a maker is called, as a key of its word. A name that the reader may not see is replaced by the id. */
export function makerOf({
  created_by: maker,
}: Webhook): { word: 'maker_key' | 'maker_user'; name: string } | null {
  if (!maker) return null;
  return { word: maker.type === 'key' ? 'maker_key' : 'maker_user', name: maker.name || `#${maker.id}` };
}

/** Returns an address without the parts that all have, for a narrow list. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

/** Returns the earliest next attempt of the deliveries that wait for one. Null if none is known. */
export function nextAttempt(attempts: readonly Pick<Schema<'Attempt'>, 'next_attempt_on'>[]): string | null {
  const times = attempts.map(({ next_attempt_on: on }) => on).filter((on) => on !== null);
  return times.sort()[0] ?? null;
}

/** Returns the deliveries that wait for their next attempt, each once. */
export function waitingDeliveries(
  attempts: readonly Pick<Schema<'Attempt'>, 'delivery_id' | 'next_attempt_on'>[],
): string[] {
  const waiting = attempts.filter(({ next_attempt_on: on }) => on !== null);
  return [...new Set(waiting.map(({ delivery_id: id }) => id))];
}

/** From when to send failed deliveries again, before now. The API allows at most 14 days. */
export const RECOVERY_HOURS = [1, 24, 72, 336] as const;

/** Returns a time so many hours before `now`, in the form of the API. */
export function hoursBefore(hours: number, now: Date): string {
  // A minute less than the limit, because the server's clock reads later.
  const at = new Date(now.getTime() - hours * 3_600_000 + (hours === 336 ? 60_000 : 0));
  return at.toISOString().slice(0, 19).replace('T', ' ');
}
