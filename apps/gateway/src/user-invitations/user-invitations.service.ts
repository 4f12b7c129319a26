import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '@plaudit/contracts';
import type { Creation } from '@plaudit/database';
import { base62, Randomness } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import {
  type Actor,
  requireAdmin,
  requireProof,
  requireRightsOver,
  requireUnbounded,
  rightsOfUser,
} from '../accounts/actor';
import { InvitationRequestsService } from '../password-reset/invitation-requests.service';
import { type UserRow, UsersRepository } from '../users/users.repository';
import { type NewUserInput, UsersService } from '../users/users.service';

/** Nobody learns the password of an invited user, whose hash takes as long to check as any other. */
const UNKNOWN_PASSWORD_LENGTH = 40;

/** A new user with a password, or one who is invited to choose it. */
export type AddedUser = Omit<NewUserInput, 'password'> & { password?: string; invite?: boolean };

/** Adds users, and invites them by mail to choose a password. */
@Injectable()
export class UserInvitationsService {
  constructor(
    private readonly users: UsersService,
    private readonly rows: UsersRepository,
    private readonly changes: AccountChangesService,
    private readonly requests: InvitationRequestsService,
    private readonly randomness: Randomness,
  ) {}

  /** Makes the id of the new user. With `invite`, throws 400 without a mail server and 429 after too many invitations. */
  async add<Body>(
    actor: Actor,
    { invite = false, password, ...user }: AddedUser,
    creation: Creation<number, Body>,
  ): Promise<Body> {
    if (!invite) return this.users.add(actor, { ...user, password: password ?? '' }, creation);
    requireAdmin(actor);
    if (password !== undefined) throw passwordAndInvite();
    // A request that is repeated with a proof must not count twice.
    requireProof(actor);
    await this.requests.admit(actor.accountId, user.email);
    const unknown = base62(UNKNOWN_PASSWORD_LENGTH, (count) => this.randomness.bytes(count));
    return this.users.add(actor, { ...user, password: unknown }, creation, (change, id) =>
      this.send(change, { id, email: user.email }),
    );
  }

  /**
   * Sends an invited user another mail, whose link ends the earlier ones. Returns the user. Throws 400 for a user who has a password,
   * and 403 for one who has more rights than the actor.
   */
  async repeat(actor: Actor, id: number): Promise<UserRow> {
    requireAdmin(actor);
    const user = await this.users.get(actor, id);
    requireRightsOver(actor, rightsOfUser(user.role));
    if (user.invited_on === null) throw hasPassword();
    requireProof(actor);
    await this.requests.admit(actor.accountId, user.email);
    await this.changes.run(actor, async (change) => {
      requireUnbounded(change);
      const current = await this.rows.findForUpdate(change.tx, actor.accountId, id);
      if (!current) throw notFound('user', id, actor);
      requireRightsOver(actor, rightsOfUser(current.role));
      if (current.invited_on === null) throw hasPassword();
      await this.send(change, current);
    });
    return this.users.get(actor, id);
  }

  private async send(change: AccountChange, { id, email }: Pick<UserRow, 'id' | 'email'>): Promise<void> {
    await this.requests.send(change.tx, id);
    const target = { type: 'user', id };
    await this.changes.note(change, { action: 'user.invited', target, after: { email } });
  }
}

function passwordAndInvite(): ApiError {
  return new ApiError(
    'invalid_value',
    'password must not be sent with invite, because the user chooses the password; send one of them.',
    { field: 'password' },
  );
}

function hasPassword(): ApiError {
  return new ApiError(
    'invalid_value',
    'This user has chosen a password already; a new one can be requested on the sign-in page.',
    { field: 'id' },
  );
}
