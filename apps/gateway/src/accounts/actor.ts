import {
  ApiError,
  effectiveScopes,
  type Principal,
  type Role,
  ROLE_SCOPES,
  type Scope,
  type Tenant,
} from '@plaudit/contracts';

/** Who reads or changes an account: an API key, a signed-in user, or the operator of the server. */
export interface Actor {
  accountId: number;
  subAccountId: number;
  /** True for the main sub account, which manages the whole account. Other sub accounts manage only themselves. */
  main: boolean;
  role: Role;
  scopes: readonly Scope[];
  keyId: number | null;
  userId: number | null;
}

/** The limits of the key that a change comes from. What it makes must not escape them. */
export interface KeyBounds {
  /** Null if the key never expires. */
  expiresOn: Date | null;
  /** Empty if the key may be used from every address. */
  allowedIps: readonly string[];
}

/** The bounds of a signed-in user and of the operator. */
export const UNBOUNDED: KeyBounds = { expiresOn: null, allowedIps: [] };

/** Returns the actor for a request. `userId` is set when the request comes from a session rather than an API key. */
export function actorOf(principal: Principal, userId: number | null = null): Actor {
  if (principal.role === null) throw new Error('a principal without a role cannot act on an account');
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

/** Returns the actor for a command on the server, which has every right. `tenant` is the account's main sub account. */
export function operatorOf(tenant: Tenant): Actor {
  return {
    accountId: tenant.account_id,
    subAccountId: tenant.sub_account_id,
    main: true,
    role: 'admin',
    scopes: [...ROLE_SCOPES.admin, 'account:manage'],
    keyId: null,
    userId: null,
  };
}

const RANK: Readonly<Record<Role, number>> = { user: 1, editor: 2, admin: 3 };

/** Returns true if `role` has rights that `other` lacks: editors curate more than users do, and only admins add users. */
function outranks(role: Role, other: Role): boolean {
  return RANK[role] > RANK[other];
}

/**
 * Returns true if the actor may manage all of these sub accounts. An empty list means every sub account, which only the
 * main sub account may manage.
 */
export function reaches(actor: Actor, subAccounts: readonly number[]): boolean {
  if (actor.main) return true;
  return subAccounts.length > 0 && subAccounts.every((id) => id === actor.subAccountId);
}

/** Throws 403 unless the actor manages the whole account. */
export function requireMain(actor: Actor): void {
  if (actor.main) return;
  throw new ApiError('forbidden', 'This needs a key of the main sub account; yours belongs to another one.', {
    required: 'main sub account',
  });
}

/** Throws 403 unless the actor is an admin. */
export function requireAdmin(actor: Actor): void {
  if (actor.role === 'admin') return;
  throw new ApiError('forbidden', `This needs the role admin; yours is ${actor.role}.`, {
    required: 'admin',
  });
}

/** Throws 403 if `role` has more rights than the actor's role. */
export function requireRank(actor: Actor, role: Role): void {
  if (!outranks(role, actor.role)) return;
  throw new ApiError('forbidden', `The role ${role} has more rights than your role, ${actor.role}.`, {
    required: role,
  });
}

/**
 * Throws 403 if a user with this role could do more than the actor. An admin who signs in can add keys with every scope,
 * so a key with restricted scopes must not add an admin, or take over one.
 */
export function requireRightsOf(actor: Actor, role: Role): void {
  requireRank(actor, role);
  const rights = role === 'admin' ? effectiveScopes(role, true, []) : [];
  const lacking = rights.find((scope) => !actor.scopes.includes(scope));
  if (!lacking) return;
  throw new ApiError(
    'forbidden',
    `This key lacks the scope ${lacking}, which every admin has; use an admin key with all scopes.`,
    {
      required: lacking,
    },
  );
}
