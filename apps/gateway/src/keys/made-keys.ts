import { effectiveScopes, type Role, type Scope } from '@plaudit/contracts';
import { outranks, rightsOfKey } from '../accounts/actor';
import type { MadeKey } from './keys.repository';

/** What decides which keys a user may have made. */
export interface KeyOwner {
  role: Role;
  /** Empty means the whole account. */
  sub_accounts: readonly number[];
}

/**
 * Returns true if a key that a user made can do more than the user can now. A user with a list of sub accounts has no
 * right to keys of the main one, because these manage the whole account.
 */
export function exceedsOwner(
  key: Pick<MadeKey, 'role' | 'account_management' | 'scopes' | 'sub_account_id' | 'main'>,
  { role, sub_accounts }: KeyOwner,
): boolean {
  const isReached = sub_accounts.length === 0 || (!key.main && sub_accounts.includes(key.sub_account_id));
  if (!isReached || outranks(key.role, role)) return true;
  const held: readonly Scope[] = effectiveScopes(role, role === 'admin', []);
  return rightsOfKey(key).scopes.some((scope) => !held.includes(scope));
}
