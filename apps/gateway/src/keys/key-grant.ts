import { ApiError, effectiveScopes, type Role, type Scope } from '@plaudit/contracts';
import { type Actor, reaches, requireRank } from '../accounts/actor';

/** What a new key is to be allowed. */
export interface KeyGrant {
  role: Role;
  account_management: boolean;
  /** Empty: all of the role. */
  scopes: readonly Scope[];
  sub_account_id: number;
}

/** 400 for scopes that would widen instead of narrow; 403 when the key would have more than its maker. */
export function assertGrantable(actor: Actor, grant: KeyGrant): void {
  const { role, account_management, scopes, sub_account_id } = grant;
  const whole = effectiveScopes(role, account_management, []);
  const foreign = scopes.find((scope) => !whole.includes(scope));
  if (foreign) {
    const msg = `scopes can only narrow: a key of role ${role}${account_management ? '' : ' without account management'} does not have ${foreign}.`;
    throw new ApiError('invalid_value', msg, { field: 'scopes' });
  }
  if (!reaches(actor, [sub_account_id])) {
    throw new ApiError('forbidden', 'This key may only make keys of its own sub account.', {
      field: 'sub_account_id',
      required: 'main sub account',
    });
  }
  requireRank(actor, role);
  const lacking = effectiveScopes(role, account_management, scopes).find(
    (scope) => !actor.scopes.includes(scope),
  );
  if (!lacking) return;
  throw new ApiError('forbidden', `A key may not be given more than its maker has: yours lacks ${lacking}.`, {
    required: lacking,
  });
}
