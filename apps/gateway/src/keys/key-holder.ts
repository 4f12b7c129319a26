import type { Principal } from '@plaudit/contracts';

/** A key that exists, and on whose behalf it speaks. Kept in memory for at most 30 s. */
export interface KeyHolder {
  keyId: number;
  principal: Principal;
  expiresOn: Date | null;
  /** The account's API integration is switched on. */
  apiEnabled: boolean;
}
