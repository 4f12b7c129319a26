import {
  ApiError,
  effectiveScopes,
  type Principal,
  type Role,
  ROLE_SCOPES,
  type Scope,
} from '@plaudit/contracts';

/** Who asks for a change of an account: a key, a signed-in user, or the operator of the server. */
export interface Actor {
  accountId: number;
  subAccountId: number;
  /** True on the main sub account, from which the whole account is managed; others manage their own sub account. */
  main: boolean;
  role: Role;
  scopes: readonly Scope[];
  keyId: number | null;
  userId: number | null;
}

/** `userId` is that of the session, when it is one and no key. */
export function actorOf(principal: Principal, userId: number | null = null): Actor {
  if (principal.role === null) throw new Error('a principal without a role manages no account');
  return {
    accountId: principal.account_id,
    subAccountId: principal.sub_account_id,
    main: principal.main,
    role: principal.role,
    scopes: principal.scopes,
    keyId: principal.key_id,
    userId,
  };
}

/** Whoever may run commands on the server may do anything. */
export function operatorOf(accountId: number, mainSubAccountId: number): Actor {
  return {
    accountId,
    subAccountId: mainSubAccountId,
    main: true,
    role: 'admin',
    scopes: [...ROLE_SCOPES.admin, 'account:manage'],
    keyId: null,
    userId: null,
  };
}

const RANK: Readonly<Record<Role, number>> = { user: 1, editor: 2, admin: 3 };

/** True when `role` may do what `other` may not: editors curate more than users, only admins make users. */
function outranks(role: Role, other: Role): boolean {
  return RANK[role] > RANK[other];
}

/**
 * True when everything in these sub accounts is the actor's business too. An empty list is every sub account, which
 * only the main one reaches.
 */
export function reaches(actor: Actor, subAccounts: readonly number[]): boolean {
  if (actor.main) return true;
  return subAccounts.length > 0 && subAccounts.every((id) => id === actor.subAccountId);
}

/** 403 unless the whole account may be managed. */
export function requireMain(actor: Actor): void {
  if (actor.main) return;
  throw new ApiError('forbidden', 'This needs a key of the main sub account; yours belongs to another one.', {
    required: 'main sub account',
  });
}

/** 403 unless the actor is an admin. */
export function requireAdmin(actor: Actor): void {
  if (actor.role === 'admin') return;
  throw new ApiError('forbidden', `This needs the role admin; yours is ${actor.role}.`, {
    required: 'admin',
  });
}

/** 403 when `role` would be more than the actor has. */
export function requireRank(actor: Actor, role: Role): void {
  if (!outranks(role, actor.role)) return;
  throw new ApiError('forbidden', `The role ${role} is more than yours, ${actor.role}.`, { required: role });
}

/**
 * 403 when a user of this role could do more than the actor. An admin who signs in makes keys with every right, so that
 * a narrowed key makes no admins and becomes none.
 */
export function requireRightsOf(actor: Actor, role: Role): void {
  requireRank(actor, role);
  const rights = role === 'admin' ? effectiveScopes(role, true, []) : [];
  const lacking = rights.find((scope) => !actor.scopes.includes(scope));
  if (!lacking) return;
  throw new ApiError('forbidden', `An admin may do more than this key, which lacks ${lacking}.`, {
    required: lacking,
  });
}
