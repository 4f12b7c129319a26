import { ApiError, effectiveScopes, type Role, type Scope } from '@plaudit/contracts';
import { type Actor, forbiddenTo, reaches, requireRightsOver, rightsOfKey } from '../accounts/actor';

/** The rights of a new key. */
export interface KeyGrant {
  role: Role;
  account_management: boolean;
  /** Narrows the role. An empty list means all scopes of the role. */
  scopes: readonly Scope[];
  sub_account_id: number;
}

/** Throws 400 if the scopes exceed the role, and 403 if the new key would have more rights than the actor. */
export function assertGrantable(actor: Actor, grant: KeyGrant): void {
  const { role, account_management, scopes, sub_account_id } = grant;
  const whole: readonly Scope[] = effectiveScopes(role, account_management, []);
  const excess = scopes.find((scope) => !whole.includes(scope));
  if (excess) {
    const holder = `a key of the role ${role}${account_management ? '' : ' without account_management'}`;
    const msg = `scopes must not contain ${excess}, which ${holder} does not have; leave it out.`;
    throw new ApiError('invalid_value', msg, { field: 'scopes' });
  }
  if (!reaches(actor, [sub_account_id])) {
    const texts = {
      key: 'Only a key of the main sub account creates keys for other sub accounts; leave sub_account_id out.',
      person:
        'Keys for other sub accounts are created in the main sub account or in theirs; leave sub_account_id out.',
    };
    throw forbiddenTo(actor, texts, { field: 'sub_account_id', required: 'main_sub_account' });
  }
  requireRightsOver(actor, rightsOfKey(grant));
}
