import { Injectable } from '@nestjs/common';
import { type AccessReducedPayload, ApiError, notFound, type Role } from '@plaudit/contracts';
import { type Creation, isUniqueViolation } from '@plaudit/database';
import { type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import {
  type Actor,
  forbiddenTo,
  outranks,
  reaches,
  requireAdmin,
  requireProof,
  requireRightsOver,
  requireUnbounded,
  rightsOfUser,
} from '../accounts/actor';
import { changedColumns } from '../accounts/changed-columns';
import { MadeKeysService } from '../keys/made-keys.service';
import { exceeds, limitsOf, planLimitReached } from '../plans/plan-limits';
import { SessionsRepository } from '../sessions/sessions.repository';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { hashPassword, isWeakPassword, MIN_PASSWORD_LENGTH } from './password';
import { type UserColumns, type UserRow, UsersRepository } from './users.repository';

export interface NewUserInput {
  email: string;
  password: string;
  name?: string | null;
  role?: Role;
  /** Empty means the whole account. */
  sub_accounts?: number[];
}

export interface UserPatch {
  name?: string | null;
  password?: string;
  role?: Role;
  sub_accounts?: number[];
}

type NewUserColumns = Pick<UserRow, 'email' | 'name' | 'role' | 'sub_accounts'> & { password_hash: string };
type UserFields = Pick<UserColumns, 'name' | 'role' | 'sub_accounts'>;

/** The users of an account. A user that the actor may not manage is not found. */
@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly subAccounts: SubAccountsRepository,
    private readonly changes: AccountChangesService,
    private readonly sessions: SessionsRepository,
    private readonly madeKeys: MadeKeysService,
  ) {}

  async list(actor: Actor, page: ListPage): Promise<ListSlice<UserRow>> {
    const only = actor.main ? null : actor.subAccountId;
    return readListPage(page, (rows) => this.users.list(actor.accountId, only, page.afterId, rows));
  }

  async get(actor: Actor, id: number): Promise<UserRow> {
    return reachable(actor, id, await this.users.find(actor.accountId, id));
  }

  /** Makes the id of the new user. `andThen` runs in the same transaction. */
  async add<Body>(
    actor: Actor,
    input: NewUserInput,
    creation: Creation<number, Body>,
    andThen: (change: AccountChange, id: number) => Promise<void> = async () => {},
  ): Promise<Body> {
    requireAdmin(actor);
    const { email, name = null, role = 'user' } = input;
    requireRightsOver(actor, rightsOfUser(role));
    const sub_accounts = sortedUnique(input.sub_accounts ?? ownSubAccounts(actor));
    // Hashing takes 30 ms, so it happens before the account is locked.
    const password_hash = await hashStrong(input.password);
    const columns = { email, password_hash, name, role, sub_accounts };
    return refuseTakenEmail(() =>
      this.changes.run(actor, (change) =>
        creation.once(change.tx, async () => {
          const id = await this.create(change, columns);
          await andThen(change, id);
          return id;
        }),
      ),
    );
  }

  /**
   * Changes the fields that the patch contains. Throws 403 if the user has more rights than the actor. Ends the user's sessions
   * when password, role or sub accounts change, and revokes the keys that the user made and may not make any more.
   * Returns the number of revoked keys.
   */
  async update(actor: Actor, id: number, { password, ...rest }: UserPatch): Promise<number> {
    // Look the user up first, so that an invalid body does not reveal whether a user of another account exists.
    const { role } = await this.get(actor, id);
    requireRightsOver(actor, rightsOfUser(role));
    const password_hash = password === undefined ? undefined : await hashStrong(password);
    const wanted: UserFields = rest.sub_accounts
      ? { ...rest, sub_accounts: sortedUnique(rest.sub_accounts) }
      : rest;
    return this.changes.run(actor, (change) => this.save(change, id, wanted, password_hash));
  }

  private async create(change: AccountChange, columns: NewUserColumns): Promise<number> {
    const { tx, account } = change;
    requireUnbounded(change);
    requireProof(change.actor);
    await this.assertSubAccounts(change, columns.sub_accounts);
    await this.assertWithinPlan(change);
    const id = await this.users.add(tx, { account_id: account.id, ...columns });
    const { password_hash: _secret, ...after } = columns;
    await this.changes.announce(change, 'user', {
      action: 'user.created',
      target: { type: 'user', id },
      after,
    });
    return id;
  }

  private async save(
    change: AccountChange,
    id: number,
    wanted: UserFields,
    password_hash: string | undefined,
  ): Promise<number> {
    const { tx, actor } = change;
    const current = reachable(actor, id, await this.users.findForUpdate(tx, actor.accountId, id));
    const changed = changedColumns<UserFields>(current, wanted);
    if (!changed && !password_hash) return 0;
    const { before, after } = changed ?? { before: {}, after: {} };
    const columns: UserColumns = password_hash ? { ...after, password_hash, invited_on: null } : after;
    await this.assertAllowed(change, current, columns);
    await this.users.save(tx, id, columns);
    if (password_hash || after.role || after.sub_accounts) await this.sessions.endAllOf(tx, id);
    await this.changes.announce(change, 'user', {
      action: 'user.updated',
      target: { type: 'user', id },
      before,
      after: password_hash ? { ...after, password: 'changed' } : after,
    });
    const now = { ...current, ...after };
    if (losesSubAccounts(current.sub_accounts, now.sub_accounts) || outranks(current.role, now.role))
      await this.changes.announceReduced(change, reductionOf(now, now));
    return this.madeKeys.revokeExceeding(change, id, { ...current, ...after });
  }

  /** Revokes every key that the user made, too. Returns the number of revoked keys. */
  async delete(actor: Actor, id: number): Promise<number> {
    return this.changes.run(actor, async (change) => {
      const user = reachable(actor, id, await this.users.findForUpdate(change.tx, actor.accountId, id));
      requireRightsOver(actor, rightsOfUser(user.role));
      await this.assertNotLastAdmin(change, user);
      requireProof(actor);
      const revoked = await this.madeKeys.revokeExceeding(change, id, null);
      await this.users.delete(change.tx, id);
      const { email, name, role, sub_accounts } = user;
      await this.changes.announce(change, 'user', {
        action: 'user.deleted',
        target: { type: 'user', id },
        before: { email, name, role, sub_accounts },
      });
      await this.changes.announceReduced(change, reductionOf(user, null));
      return revoked;
    });
  }

  /**
   * Throws 403 if the user has more rights than the actor or would get more, or if the rights of the user would escape
   * the bounds of the calling key. Throws 400 if no admin of the whole account would be left.
   */
  private async assertAllowed(change: AccountChange, current: UserRow, after: UserColumns): Promise<void> {
    requireRightsOver(change.actor, rightsOfUser(current.role));
    if (after.role) requireRightsOver(change.actor, rightsOfUser(after.role));
    if (after.password_hash || givesMore(current, after)) requireUnbounded(change);
    if (after.sub_accounts) await this.assertSubAccounts(change, after.sub_accounts);
    if (!isWholeAdmin({ ...current, ...after })) await this.assertNotLastAdmin(change, current);
    if (after.password_hash || after.role || after.sub_accounts) requireProof(change.actor);
  }

  private async assertSubAccounts(
    { tx, actor, account }: AccountChange,
    ids: readonly number[],
  ): Promise<void> {
    if (!reaches(actor, ids)) {
      const own = actor.subAccountId;
      const texts = {
        key: `A key of sub account ${own} can give users access to that sub account only; send sub_accounts as [${own}].`,
        person: `In sub account ${own} you can give users access to that one only; send sub_accounts as [${own}].`,
      };
      throw forbiddenTo(actor, texts, { field: 'sub_accounts', required: 'main_sub_account' });
    }
    const unknown = await this.subAccounts.findUnknown(tx, account.id, ids);
    if (unknown.length === 0) return;
    throw new ApiError(
      'invalid_value',
      `sub_accounts contains ${unknown.join(', ')}, which are not sub accounts of this account; see GET /account/subaccounts.`,
      { field: 'sub_accounts' },
    );
  }

  private async assertWithinPlan({ tx, account }: AccountChange): Promise<void> {
    const used = await this.users.count(tx, account.id);
    const { users: limit } = limitsOf(account.plan, account.limits, null);
    if (exceeds(used + 1, limit)) throw planLimitReached('users', limit, used);
  }

  private async assertNotLastAdmin({ tx, account }: AccountChange, user: UserRow): Promise<void> {
    if (!isWholeAdmin(user) || (await this.users.countOtherAdmins(tx, account.id, user.id)) > 0) return;
    throw new ApiError(
      'invalid_value',
      'This user is the last admin of the whole account; make another user an admin of the whole account first.',
      { field: 'id' },
    );
  }
}

/** Returns the sub accounts of a new user for whom none are named. An empty list means every sub account. */
function ownSubAccounts({ main, subAccountId }: Actor): number[] {
  return main ? [] : [subAccountId];
}

/** Returns true for an admin of the whole account. An admin of some sub accounts cannot manage the account. */
function isWholeAdmin({ role, sub_accounts }: Pick<UserRow, 'role' | 'sub_accounts'>): boolean {
  return role === 'admin' && sub_accounts.length === 0;
}

/** Returns true if the change gives the user a higher role or another sub account. */
function givesMore(current: UserRow, { role, sub_accounts }: UserFields): boolean {
  if (role && outranks(role, current.role)) return true;
  if (!sub_accounts || current.sub_accounts.length === 0) return false;
  return sub_accounts.length === 0 || sub_accounts.some((id) => !current.sub_accounts.includes(id));
}

/** An empty list means every sub account. */
function losesSubAccounts(before: readonly number[], after: readonly number[]): boolean {
  if (after.length === 0) return false;
  return before.length === 0 || before.some((id) => !after.includes(id));
}

/** `left` is what the user keeps, or null for a deleted user. */
function reductionOf(
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  left: Pick<UserRow, 'sub_accounts' | 'role'> | null,
): AccessReducedPayload {
  return {
    maker_type: 'user',
    maker_id: id,
    name: email,
    removed: left === null,
    sub_accounts: [...(left?.sub_accounts ?? [])],
    ...(left && { role: left.role }),
  };
}

function reachable(actor: Actor, id: number, user: UserRow | null): UserRow {
  if (user && reaches(actor, user.sub_accounts)) return user;
  throw notFound('user', id, actor);
}

/** Throws 400 for a weak password. `field` is the name under which the password was sent. */
export async function hashStrong(password: string, field = 'password'): Promise<string> {
  if (!isWeakPassword(password)) return hashPassword(password);
  throw new ApiError('weak_password', `${field} must have at least ${MIN_PASSWORD_LENGTH} characters.`, {
    field,
  });
}

/** Throws 400 if `work` adds or changes a user and another user of the account has the email. */
export async function refuseTakenEmail<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'users_account_email_key')) throw error;
    throw new ApiError('email_taken', 'This account has a user with this email already; use another.', {
      field: 'email',
    });
  }
}

/** Sorts and removes duplicates, so that the same list in another order is not a change. */
function sortedUnique(ids: readonly number[]): number[] {
  return [...new Set(ids)].sort((one, other) => one - other);
}
