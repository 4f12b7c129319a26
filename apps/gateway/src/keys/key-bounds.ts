import { wireDate } from '@plaudit/contracts';
import { type BoundedActor, forbiddenTo } from '../accounts/actor';
import { isWithin } from './allowed-ips';
import type { KeyRow } from './keys.repository';

/** What a key is limited to. */
type Limits = Pick<KeyRow, 'expires_on' | 'allowed_ips'>;

/** Throws 403 if a key with this expiry date would outlive the key that makes or changes it. */
export function assertExpiresNoLater({ actor, bounds }: BoundedActor, expiresOn: Date | null): void {
  const { expiresOn: end } = bounds;
  if (end === null || !outlives(expiresOn, end)) return;
  const rule = `expires_on must not be later than ${wireDate(end)}, when the key`;
  const texts = {
    key: `${rule} that sends this request expires.`,
    person: `${rule} of your sign-in link expires.`,
  };
  throw forbiddenTo(actor, texts, { field: 'expires_on', required: 'expires_on' });
}

/** Throws 403 if a key with this list could be used where the key that makes or changes it cannot. */
export function assertAllowedIpsWithin({ actor, bounds }: BoundedActor, wanted: readonly string[]): void {
  if (isWithin(wanted, bounds.allowedIps)) return;
  const rule = 'allowed_ips must name addresses within the allowed_ips of the key';
  const all = 'an empty list names every address.';
  const texts = {
    key: `${rule} that sends this request; ${all}`,
    person: `${rule} of your sign-in link; ${all}`,
  };
  throw forbiddenTo(actor, texts, { field: 'allowed_ips', required: 'allowed_ips' });
}

/**
 * Throws 403 if a changed limit of a key is outside the bounds of the key that changes it. A change that widens one limit
 * is refused too if the other one is outside: a key that works from everywhere must not become permanent.
 */
export function assertChangeWithin(caller: BoundedActor, current: Limits, after: Partial<Limits>): void {
  const next = { ...current, ...after };
  const widens = widensLimits(current, after);
  if (widens || after.expires_on !== undefined) assertExpiresNoLater(caller, next.expires_on);
  if (widens || after.allowed_ips) assertAllowedIpsWithin(caller, next.allowed_ips);
}

/** Returns true if the changed key works for longer, or from another address. */
export function widensLimits(current: Limits, after: Partial<Limits>): boolean {
  const next = { ...current, ...after };
  return outlives(next.expires_on, current.expires_on) || !isWithin(next.allowed_ips, current.allowed_ips);
}

/** Null is an expiry date that never comes. */
function outlives(expiresOn: Date | null, end: Date | null): boolean {
  return end !== null && (expiresOn === null || expiresOn > end);
}
