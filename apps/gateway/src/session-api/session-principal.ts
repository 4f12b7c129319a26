import { createHash } from 'node:crypto';
import { effectiveScopes, type Principal, type PrincipalSession, UNLIMITED } from '@plaudit/contracts';
import { limitsOf } from '../plans/plan-limits';
import type { Session } from '../sessions/session';
import type { EnteredSession, EnteredSubAccount } from './entered-session.read-model';

/**
 * Returns the principal of a signed-in user in a sub account. Only a user of the whole account acts as the main sub account.
 * An admin of single sub accounts manages nothing in the main one, because its keys manage the whole account.
 */
export function principalOf(session: EnteredSession, sub: EnteredSubAccount, hasProof: boolean): Principal {
  const { account_id, user_id, role, sub_accounts, plan, limits, key_expires_on, key_ip_bound } = session;
  const hasWholeAccount = sub_accounts.length === 0;
  const manages = role === 'admin' && (hasWholeAccount || !sub.main);
  return {
    account_id,
    sub_account_id: sub.id,
    main: sub.main && hasWholeAccount,
    key_id: null,
    user_id,
    role,
    scopes: effectiveScopes(role, manages, []),
    limits: limitsOf(plan, limits, sub.properties),
    names: { actor: session.email, company: session.company_name, sub_account: sub.name },
    session: principalSessionOf(session, hasProof),
    ...(key_expires_on ? { ends_on: key_expires_on.toISOString() } : {}),
    ...(key_ip_bound ? { ip_bound: true } : {}),
  };
}

/** Returns what services know of a session. */
export function principalSessionOf(
  session: Pick<Session, 'hash' | 'key_id'>,
  hasProof: boolean,
): PrincipalSession {
  return { ref: sessionRefOf(session), by_link: session.key_id !== null, has_proof: hasProof };
}

/** Returns a value with which services recognise a session. It is useless as a cookie. */
export function sessionRefOf({ hash }: Pick<Session, 'hash'>): string {
  return createHash('sha256').update(hash).digest('base64url');
}

/** Returns the principal with which the gateway counts in a user's sub accounts. It adds nothing, so no limit of a plan applies. */
export function countingPrincipalOf(
  { account_id, user_id, role }: Pick<Session, 'account_id' | 'user_id' | 'role'>,
  sub_account_id: number,
): Principal {
  const scopes = effectiveScopes(role, false, []);
  return { account_id, sub_account_id, main: false, key_id: null, user_id, role, scopes, limits: UNLIMITED };
}
