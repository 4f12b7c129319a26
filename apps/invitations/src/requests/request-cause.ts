import type { Principal } from '@plaudit/contracts';
import type { Cause } from '../lifecycle/sequence';

/** Returns what the activity says of a change by this caller. Only requests without a key come from the dashboard. */
export function causeOf({ key_id }: Pick<Principal, 'key_id'>, at: Date): Cause {
  return { at, source: key_id === null ? 'dashboard' : 'api' };
}
