import { ROLE_SCOPES } from '@plaudit/contracts';
import type { Actor } from '../accounts/actor';
import type { Session } from '../sign-in/session';

/** Users manage keys when they are admins; nobody else has `account:manage`. */
export function managesKeys({ role }: Session): boolean {
  return role === 'admin';
}

/**
 * What a signed-in admin acts as: the account's main sub account when they may enter all, else each of those that they
 * may enter. Not the main one alone: its keys manage the whole account, which this admin may not enter.
 */
export function actorsOf(session: Session, mainSubAccountId: number): Actor[] {
  const { account_id: accountId, user_id: userId, role, sub_accounts: own } = session;
  const rights = { accountId, role, scopes: [...ROLE_SCOPES[role], 'account:manage' as const] };
  const as = (subAccountId: number, main: boolean): Actor => ({
    ...rights,
    subAccountId,
    main,
    keyId: null,
    userId,
  });
  return own.length === 0
    ? [as(mainSubAccountId, true)]
    : own.filter((id) => id !== mainSubAccountId).map((id) => as(id, false));
}
