import { ApiError, wireDate } from '@plaudit/contracts';
import type { KeyBounds } from '../accounts/actor';
import { isWithin } from './allowed-ips';
import type { KeyRow } from './keys.repository';

/** What a key is limited to. */
type Limits = Pick<KeyRow, 'expires_on' | 'allowed_ips'>;

/** Throws 403 if a key with this expiry date would outlive the key that makes or changes it. */
export function assertExpiresNoLater({ expiresOn: end }: KeyBounds, expiresOn: Date | null): void {
  if (end === null || !outlives(expiresOn, end)) return;
  throw new ApiError(
    'forbidden',
    `expires_on must not be later than ${wireDate(end)}, when the key that sends this request expires.`,
    { field: 'expires_on', required: 'expires_on' },
  );
}

/** Throws 403 if a key with this list could be used where the key that makes or changes it cannot. */
export function assertAllowedIpsWithin({ allowedIps }: KeyBounds, wanted: readonly string[]): void {
  if (isWithin(wanted, allowedIps)) return;
  throw new ApiError(
    'forbidden',
    'allowed_ips must name addresses within the allowed_ips of the key that sends this request; an empty list names every address.',
    { field: 'allowed_ips', required: 'allowed_ips' },
  );
}

/**
 * Throws 403 if a changed limit of a key is outside the bounds of the key that changes it. A change that widens one limit
 * is refused too if the other one is outside: a key that works from everywhere must not become permanent.
 */
export function assertChangeWithin(bounds: KeyBounds, current: Limits, after: Partial<Limits>): void {
  const next = { ...current, ...after };
  const widens = widensLimits(current, after);
  if (widens || after.expires_on !== undefined) assertExpiresNoLater(bounds, next.expires_on);
  if (widens || after.allowed_ips) assertAllowedIpsWithin(bounds, next.allowed_ips);
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
