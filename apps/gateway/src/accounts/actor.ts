import {
  ApiError,
  effectiveScopes,
  type ErrorDetails,
  type Principal,
  type Role,
  ROLE_SCOPES,
  type Scope,
  type Tenant,
  wireDate,
} from '@plaudit/contracts';

/** Who reads or changes an account: an API key, a signed-in user, or the operator of the server. */
export interface Actor {
  accountId: number;
  subAccountId: number;
  /** True if the actor manages the whole account, from its main sub account. Others manage only their sub account. */
  main: boolean;
  role: Role;
  scopes: readonly Scope[];
  keyId: number | null;
  userId: number | null;
  /** The session of the user. A user without one changes nothing. */
  session?: ActorSession;
}

/** What the rules of changes ask about the session of a signed-in user. */
export interface ActorSession {
  /** SHA-256 of the cookie's token. */
  hash: Buffer;
  /** True for some minutes after the user sent the password. */
  hasProof: boolean;
  /** True if the user has two-factor sign-in. */
  hasTwoFactor: boolean;
}

/** The limits of the key that a change comes from, or that requested the link of the session. What it makes must not escape them. */
export interface KeyBounds {
  /** Null if the key never expires. */
  expiresOn: Date | null;
  /** Empty if the key may be used from every address. */
  allowedIps: readonly string[];
  /** True for the access of a connected app, which ends when a person ends it. */
  isApp: boolean;
}

/** The bounds of the operator, and of a user who signed in with a password. */
export const UNBOUNDED: KeyBounds = { expiresOn: null, allowedIps: [], isApp: false };

/** Returns the actor for a request. `session` is that of the user if the request comes from one rather than an API key. */
export function actorOf(principal: Principal, session: ActorSession | null = null): Actor {
  if (principal.role === null) throw new Error('a principal without a role cannot act on an account');
  return {
    accountId: principal.account_id,
    subAccountId: principal.sub_account_id,
    main: principal.main,
    role: principal.role,
    scopes: principal.scopes,
    keyId: principal.key_id,
    userId: principal.user_id ?? null,
    ...(session ? { session } : {}),
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
export function outranks(role: Role, other: Role): boolean {
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

/** 404: the account was deleted after the actor was authenticated. */
export function noSuchAccount({ accountId }: Pick<Actor, 'accountId'>): ApiError {
  return new ApiError('not_found', `Account ${accountId} does not exist.`);
}

/** The two texts of a refusal. A person who is signed in has no key that could be another one. */
interface RefusalTexts {
  key: string;
  person: string;
}

/** Returns 403 with the text that fits a key or a signed-in person. */
export function forbiddenTo(
  { keyId }: Pick<Actor, 'keyId'>,
  { key, person }: RefusalTexts,
  details: ErrorDetails,
): ApiError {
  return new ApiError('forbidden', keyId === null ? person : key, details);
}

/** Throws 403 unless the actor manages the whole account. */
export function requireMain(actor: Actor): void {
  if (actor.main) return;
  const texts = {
    key: 'This needs a key of the main sub account; yours belongs to another sub account.',
    person: 'This is possible in the main sub account only; switch to it, or ask an administrator who may.',
  };
  throw forbiddenTo(actor, texts, { required: 'main_sub_account' });
}

/**
 * Throws 403 for a signed-in user who did not send the password lately. Call it for every change of who has access, after the
 * checks whose refusal no password removes. A key proves itself with every request.
 */
export function requireProof({ session }: Actor): void {
  if (!session || session.hasProof) return;
  throw new ApiError(
    'proof_required',
    'This change needs your password again; send it to POST /app/session/proof and repeat the request.',
  );
}

/** Throws 403 unless the actor is an admin. */
export function requireAdmin(actor: Actor): void {
  if (actor.role === 'admin') return;
  const lack = `This needs the role admin, and yours is ${actor.role};`;
  const texts = { key: `${lack} use the key of an admin.`, person: `${lack} ask an administrator.` };
  throw forbiddenTo(actor, texts, { required: 'admin' });
}

/** What a key or a user may do. */
export interface Rights {
  role: Role;
  scopes: readonly Scope[];
}

/** Returns the rights of a key with these columns. An empty list of scopes narrows nothing. */
export function rightsOfKey({
  role,
  account_management,
  scopes,
}: Rights & { account_management: boolean }): Rights {
  return { role, scopes: effectiveScopes(role, account_management, scopes) };
}

/**
 * Returns the rights of a user with this role. An admin who signs in can add keys with every scope, so an admin has
 * every scope. No other role can add keys.
 */
export function rightsOfUser(role: Role): Rights {
  return { role, scopes: role === 'admin' ? effectiveScopes(role, true, []) : [] };
}

/**
 * Throws 403 if a key or user with these rights can do more than the actor. It decides about every target that an actor
 * creates, changes, demotes or deletes. {@link reaches} decides about its sub accounts.
 */
export function requireRightsOver(actor: Actor, target: Rights): void {
  const { role, scopes } = actor;
  if (outranks(target.role, role)) {
    const lack = `The role ${target.role} has more rights than yours, ${role};`;
    const texts = {
      key: `${lack} use a key of the role ${target.role}.`,
      person: `${lack} ask a user of the role ${target.role}.`,
    };
    throw forbiddenTo(actor, texts, { required: target.role });
  }
  const lacking = target.scopes.find((scope) => !scopes.includes(scope));
  if (!lacking) return;
  const texts = {
    key: `This concerns a right that your key does not have, the scope ${lacking}; use a key that has it.`,
    person: `This concerns a right that you do not have, the scope ${lacking}; ask a user who has it.`,
  };
  throw forbiddenTo(actor, texts, { required: lacking });
}

/** Throws 403 unless the actor is an admin with every scope. Others must not do what lets them take over an admin. */
export function requireAllRights(actor: Actor): void {
  requireRightsOver(actor, rightsOfUser('admin'));
}

/** Who makes a change, and the limits that it must not escape. */
export interface BoundedActor {
  actor: Pick<Actor, 'keyId'>;
  bounds: KeyBounds;
}

/**
 * Throws 403 for a connected app. Call it for what would outlast the access of the app, such as a key or the password of a user,
 * and for what decides about apps.
 */
export function refuseApps({ isApp }: KeyBounds): void {
  if (!isApp) return;
  throw new ApiError(
    'forbidden',
    'A connected app cannot do this, because it would outlast the access of the app; use an API key or the dashboard.',
  );
}

/**
 * Throws 403 for a connected app, and if the calling key has bounds, or the one that requested the link of the session. Users and the sign-in domain have
 * none, so they would escape them.
 */
export function requireUnbounded({ actor, bounds }: BoundedActor): void {
  refuseApps(bounds);
  const { expiresOn, allowedIps } = bounds;
  if (expiresOn) {
    const end = `expires on ${wireDate(expiresOn)}, and what you set would outlive it;`;
    const texts = {
      key: `This key ${end} use a key that never expires.`,
      person: `You signed in with a link of a key that ${end} sign in with your password.`,
    };
    throw forbiddenTo(actor, texts, { required: 'expires_on' });
  }
  if (allowedIps.length === 0) return;
  const limit = 'has allowed_ips, and what you set could be used from other addresses;';
  const texts = {
    key: `This key ${limit} use a key without allowed_ips.`,
    person: `You signed in with a link of a key that ${limit} sign in with your password.`,
  };
  throw forbiddenTo(actor, texts, { required: 'allowed_ips' });
}
