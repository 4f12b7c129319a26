import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { SignedInRequest } from '../sessions/session-requests.service';
import { SignInAuditService } from '../sign-in/sign-in-audit.service';
import { SignInThrottleService } from '../sign-in/sign-in-throttle.service';
import { CredentialCheckService } from '../users/credential-check.service';
import type { UserRow } from '../users/users.repository';
import type { ProofInput } from './proof.dto';

/** Asks signed-in users for their password again. A wrong one counts as a failed sign-in. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly credentials: CredentialCheckService,
    private readonly throttle: SignInThrottleService,
    private readonly audit: SignInAuditService,
  ) {}

  /**
   * Returns the signed-in user. Throws 400 if the password is missing or wrong, and 429 after too many wrong ones. `field`
   * is the name under which the password was sent.
   */
  async assertPassword(
    { session, browser }: SignedInRequest,
    password: string | undefined,
    field = 'password',
  ): Promise<UserRow> {
    if (!password) throw new ApiError('missing_field', `${field} must be your current password.`, { field });
    const { user_id: userId, account_id: accountId, email } = session;
    this.throttle.countAttempt(email, browser.address);
    const user = await this.audit.recordIfRefused(
      userId,
      { by: 'password', host: browser.host.host },
      async () => {
        const found = await this.credentials.verifyUser(accountId, userId, password);
        if (found) return found;
        throw new ApiError('invalid_credentials', `${field} is not your current password.`, { field });
      },
    );
    this.throttle.reset(email, browser.address);
    return user;
  }

  /** Also asks for a code if the user has two-factor sign-in. */
  async assertProof(signedIn: SignedInRequest, { password, code }: ProofInput): Promise<UserRow> {
    const user = await this.assertPassword(signedIn, password);
    await this.credentials.assertCode(user, code);
    return user;
  }
}
