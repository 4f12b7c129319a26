import { ROLE_SCOPES } from '@plaudit/contracts';
import type { Actor } from '../accounts/actor';
import type { Session } from '../sessions/session';
import { actorSessionOf } from '../sessions/session-actor';

/** The session of a signed-in user who opens a page. */
export interface SignedInVisitor extends Session {
  /** True if this server shows the mails that it sends. */
  hasMailbox: boolean;
}

/** Returns true for admins. No other role of a user includes `account:manage`. */
export function managesKeys({ role }: Session): boolean {
  return role === 'admin';
}

/** Returns true for an admin of the whole account. */
export function managesAccount({ role, sub_accounts }: Pick<Session, 'role' | 'sub_accounts'>): boolean {
  return role === 'admin' && sub_accounts.length === 0;
}

/**
 * Returns the actors of a signed-in admin. An admin of all sub accounts acts as the main one. Any other admin acts as each
 * of their sub accounts except the main one, because keys of the main sub account manage the whole account.
 */
export function actorsOf(session: Session, mainSubAccountId: number): Actor[] {
  const { account_id: accountId, user_id: userId, role, sub_accounts: allowed } = session;
  const rights = { accountId, role, scopes: [...ROLE_SCOPES[role], 'account:manage' as const] };
  const as = (subAccountId: number, main: boolean): Actor => ({
    ...rights,
    subAccountId,
    main,
    keyId: null,
    userId,
    session: actorSessionOf(session),
  });
  return allowed.length === 0
    ? [as(mainSubAccountId, true)]
    : allowed.filter((id) => id !== mainSubAccountId).map((id) => as(id, false));
}
