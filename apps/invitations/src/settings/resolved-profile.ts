import type { Maker } from '@plaudit/contracts';
import type { InviteSettings } from './invite-settings';
import type { RemovedAddresses } from './removed-addresses';

/** A profile with its complete settings. */
export interface ResolvedProfile {
  id: number;
  name: string;
  is_default: boolean;
  deleted: boolean;
  /** Who chose its addresses. Null if it has none, and for choices of earlier releases. */
  maker: Maker | null;
  /** Since when its messages wait, because its maker was removed. */
  paused_on: Date | null;
  /** Addresses that an upgrade removed from the settings. */
  removed_addresses: RemovedAddresses;
  settings: InviteSettings;
}
