import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { SignedInRequest } from '../sessions/session-requests.service';
import { SignInAuditService } from '../sign-in/sign-in-audit.service';
import { CredentialCheckService } from '../users/credential-check.service';
import type { UserRow } from '../users/users.repository';
import type { ProofInput } from './proof.dto';

/** Asks signed-in users for their password again. A wrong one counts as a failed sign-in. */
@Injectable()
export class ReauthenticationService {
  constructor(
    private readonly credentials: CredentialCheckService,
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
    const { address, cookies, host } = browser;
    const attempt = { by: 'page' as const, email, address, cookies, accountId };
    const { users } = await this.credentials.verify(attempt, password, ({ id }) => id === userId);
    return this.audit.recordIfRefused([userId], { by: 'password', host: host.host }, async () => {
      const [user] = users;
      if (user) return user;
      throw new ApiError('invalid_credentials', `${field} is not your current password.`, { field });
    });
  }

  /** Also asks for a code if the user has two-factor sign-in. */
  async assertProof(signedIn: SignedInRequest, { password, code }: ProofInput): Promise<UserRow> {
    const user = await this.assertPassword(signedIn, password);
    await this.credentials.assertCode(user, code);
    return user;
  }
}
