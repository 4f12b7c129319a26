import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { AccountChangesService } from '../accounts/account-changes.service';
import { ownActor } from '../sessions/session-actor';
import type { SignedInRequest } from '../sessions/session-requests.service';
import { SessionsService } from '../sessions/sessions.service';
import { UsersRepository } from '../users/users.repository';
import { hashStrong } from '../users/users.service';
import { ReauthenticationService } from './reauthentication.service';

/** Lets signed-in users change their own password. */
@Injectable()
export class OwnPasswordService {
  constructor(
    private readonly changes: AccountChangesService,
    private readonly users: UsersRepository,
    private readonly sessions: SessionsService,
    private readonly reauthentication: ReauthenticationService,
  ) {}

  /**
   * Ends all other sessions and the unused login links. Returns the `Set-Cookie` value of the new session. Throws 400 if
   * the current password is wrong or the new one is weak.
   */
  async change(
    signedIn: SignedInRequest,
    { current_password, new_password }: { current_password: string; new_password: string },
  ): Promise<string> {
    const user = await this.reauthentication.assertPassword(signedIn, current_password, 'current_password');
    const password_hash = await hashStrong(new_password, 'new_password');
    return this.changes.run(ownActor(signedIn.session), async (change) => {
      const { tx } = change;
      if (!(await this.users.isUnchanged(tx, user))) throw changedMeanwhile();
      await this.users.save(tx, user.id, { password_hash });
      await this.changes.note(change, {
        action: 'user.password_changed',
        target: { type: 'user', id: user.id },
      });
      return this.sessions.restart(tx, signedIn.session, signedIn.browser);
    });
  }
}

function changedMeanwhile(): ApiError {
  return new ApiError(
    'invalid_credentials',
    'Your sign-in changed while the request was in progress; sign in again.',
  );
}
