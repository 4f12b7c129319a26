import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { LinkSignInService } from '../one-time-links/link-sign-in.service';
import type { Browser } from '../sessions/sessions.service';
import { isAllowedOn } from '../sign-in/sign-in-hosts.service';
import type { OneTimeTokenInput } from '../sign-in/sign-in.dto';
import { hashToken } from '../sign-in/sign-in-token';
import { CredentialCheckService } from '../users/credential-check.service';
import { type UserRow, UsersRepository } from '../users/users.repository';
import { hashStrong } from '../users/users.service';
import type { ResetInput } from './password-reset.dto';
import { PasswordResetsRepository } from './password-resets.repository';

/** Whose password a link sets. */
export interface LinkOwner {
  email: string;
  name: string | null;
  /** True if the user chooses the first password. */
  invited: boolean;
}

/** Lets users choose a new password with the one-time link of a mail. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly database: Database,
    private readonly resets: PasswordResetsRepository,
    private readonly users: UsersRepository,
    private readonly credentials: CredentialCheckService,
    private readonly entrance: LinkSignInService,
  ) {}

  /** Returns whose password the link sets. Throws 400 if it does not work, and 429 after too many links from one network. */
  async look({ token }: OneTimeTokenInput, browser: Browser): Promise<LinkOwner> {
    const user = await this.userOf(hashToken(token));
    return this.entrance.attempt(browser, [], async () => {
      if (!user || !isAllowedOn(browser.host, user.account_id)) throw endedLink();
      return { email: user.email, name: user.name, invited: user.invited_on !== null };
    });
  }

  /**
   * Sets the password, ends all sessions and links of the user and starts a session. Returns the `Set-Cookie` values.
   * Throws 400 if the link does not work, the password is weak, or the user has two-factor sign-in and the code is missing
   * or wrong. The link still works after the latter two.
   */
  async reset({ token, password, code, name }: ResetInput, browser: Browser): Promise<string[]> {
    const hash = hashToken(token);
    const user = await this.userOf(hash);
    return this.entrance.attempt(browser, user ? [user.id] : [], async () => {
      if (!user || !isAllowedOn(browser.host, user.account_id)) throw endedLink();
      const password_hash = await hashStrong(password);
      await this.credentials.assertCode(user, code);
      return this.database.transaction(async (tx) => {
        if (!(await this.resets.use(tx, { userId: user.id, hash }))) throw endedLink();
        if (!(await this.credentials.isStillValid(tx, user))) throw endedLink();
        const isFirst = user.invited_on !== null;
        const named = isFirst && name !== undefined ? { name } : {};
        await this.users.save(tx, user.id, { password_hash, invited_on: null, ...named });
        const use = isFirst ? 'user.invitation_accepted' : 'user.password_reset';
        return this.entrance.enter(tx, user, browser, use);
      });
    });
  }

  private async userOf(hash: Buffer): Promise<UserRow | null> {
    const found = await this.resets.findUser(hash);
    return found && this.users.find(found.account_id, found.id);
  }
}

/** The same error for an unknown, used and expired link, so that it reveals nothing. */
function endedLink(): ApiError {
  return new ApiError('invalid_credentials', 'This link does not work any more; ask for a new one.');
}
