import { ApiError, type ErrorDetails, type Principal, type Scope, type Tenant } from '@plaudit/contracts';
import { WEBHOOK_EVENTS } from '../fan-out/notification';
import type { WebhookUpdateInput } from './webhooks.dto';

/** Who sees which webhooks. With `main`, the caller manages the account and sees every webhook of it. */
export type WebhookCaller = Tenant & Pick<Principal, 'main'>;

/** Returns the sub account that owns the caller's webhooks, or null if they belong to the whole account. */
export function ownerOf({ main, sub_account_id }: WebhookCaller): number | null {
  return main ? null : sub_account_id;
}

/** No account has more webhooks than this, whatever its plan allows. */
const MAX_WEBHOOKS = 50;

/** Returns how many webhooks the caller's account may have. */
export function webhookLimit({ limits }: Pick<Principal, 'limits'>): number {
  return limits.webhooks < 0 ? MAX_WEBHOOKS : Math.min(limits.webhooks, MAX_WEBHOOKS);
}

/** Returns the names without duplicates. Throws 422 `unknown_event` for an event that webhooks cannot subscribe to. */
export function knownEvents(events: readonly string[]): string[] {
  const unknown = events.find((event) => !WEBHOOK_EVENTS.includes(event));
  if (unknown === undefined) return [...new Set(events)];
  const msg = `"${unknown.slice(0, 80)}" is not an event; events must name one or more of ${WEBHOOK_EVENTS.join(', ')}.`;
  throw new ApiError('unknown_event', msg, { field: 'events' });
}

/** The scope that reads what an event is about. An event with another noun is about a channel. */
export function scopeOf(event: string): Scope {
  if (event.startsWith('invite.')) return 'invites:read';
  return event.startsWith('review.') ? 'reviews:read' : 'channels:read';
}

/** Returns true if the caller may read the data of this event through the API too. */
export function mayRead({ scopes }: Pick<Principal, 'scopes'>, event: string): boolean {
  return scopes.includes(scopeOf(event));
}

/** Throws 403 `forbidden` if the webhook would send the caller's endpoint data that the caller may not read. */
export function assertMayReceive(caller: Pick<Principal, 'scopes'>, events: readonly string[]): void {
  const event = events.find((one) => !mayRead(caller, one));
  if (event === undefined) return;
  const required = scopeOf(event);
  const msg = `A webhook with the event ${event} needs the scope ${required}; use a key that has it, or leave the event out of events.`;
  throw new ApiError('forbidden', msg, { required, field: 'events' });
}

/** Returns true if the changes send nothing to anybody: a new description, or a pause. */
export function sendsNothing({ description: _text, active, ...others }: WebhookUpdateInput): boolean {
  return active !== true && Object.values(others).every((value) => value === undefined);
}

interface WebhookSettings {
  owner_sub_account_id: number | null;
  sub_account_ids: readonly number[];
  min_rating: number | null;
  max_rating: number | null;
}

/** Returns the error for a field of a webhook: 422, as for every other fault of a webhook. */
export function invalidValue(field: string, msg: string, details: ErrorDetails = {}): ApiError {
  return new ApiError('invalid_value', msg, { field, ...details }, 422);
}

/** Checks the rules that concern several fields. Throws 422 `invalid_value`. */
export function assertConsistent(webhook: WebhookSettings): void {
  assertOwnSubAccounts(webhook);
  assertRatingBounds(webhook);
}

/** The webhook of a sub account can only be limited to that sub account. */
function assertOwnSubAccounts({ owner_sub_account_id: owner, sub_account_ids }: WebhookSettings): void {
  if (owner === null || sub_account_ids.every((id) => id === owner)) return;
  const msg = `sub_account_ids may only contain ${owner}, the sub account of this key.`;
  throw invalidValue('sub_account_ids', msg);
}

function assertRatingBounds({ min_rating, max_rating }: WebhookSettings): void {
  if (min_rating === null || max_rating === null || min_rating <= max_rating) return;
  throw invalidValue('min_rating', 'min_rating must not be greater than max_rating.');
}
