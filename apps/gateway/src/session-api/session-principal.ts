import { effectiveScopes, type Principal, UNLIMITED } from '@plaudit/contracts';
import { limitsOf } from '../plans/plan-limits';
import type { Session } from '../sessions/session';
import type { EnteredSession, EnteredSubAccount } from './entered-session.read-model';

/**
 * Returns the principal of a signed-in user in a sub account. Only a user of the whole account acts as the main sub account.
 * An admin of single sub accounts manages nothing in the main one, because its keys manage the whole account.
 */
export function principalOf(
  { account_id, user_id, role, sub_accounts, plan, limits }: EnteredSession,
  { id, main, properties }: EnteredSubAccount,
): Principal {
  const hasWholeAccount = sub_accounts.length === 0;
  const manages = role === 'admin' && (hasWholeAccount || !main);
  return {
    account_id,
    sub_account_id: id,
    main: main && hasWholeAccount,
    key_id: null,
    user_id,
    role,
    scopes: effectiveScopes(role, manages, []),
    limits: limitsOf(plan, limits, properties),
  };
}

/** Returns the principal with which the gateway counts in a user's sub accounts. It adds nothing, so no limit of a plan applies. */
export function countingPrincipalOf(
  { account_id, user_id, role }: Pick<Session, 'account_id' | 'user_id' | 'role'>,
  sub_account_id: number,
): Principal {
  const scopes = effectiveScopes(role, false, []);
  return { account_id, sub_account_id, main: false, key_id: null, user_id, role, scopes, limits: UNLIMITED };
}
