import { ApiError, wireDate } from '@plaudit/contracts';
import type { KeyBounds } from '../accounts/actor';
import { isWithin } from './allowed-ips';

/** Throws 403 if a key with this expiry date would outlive the key that makes or changes it. */
export function assertExpiresNoLater({ expiresOn: end }: KeyBounds, expiresOn: Date | null): void {
  if (end === null || (expiresOn !== null && expiresOn <= end)) return;
  throw new ApiError(
    'forbidden',
    `expires_on cannot be later than that of the key that sends this request, which expires on ${wireDate(end)}.`,
    { field: 'expires_on', required: `expires_on until ${wireDate(end)}` },
  );
}

/** Throws 403 if a key with this list could be used where the key that makes or changes it cannot. */
export function assertAllowedIpsWithin({ allowedIps }: KeyBounds, wanted: readonly string[]): void {
  if (isWithin(wanted, allowedIps)) return;
  throw new ApiError(
    'forbidden',
    'allowed_ips must be within the allowed_ips of the key that sends this request, so an empty list is refused too.',
    { field: 'allowed_ips', required: `allowed_ips within ${allowedIps.join(', ')}` },
  );
}
