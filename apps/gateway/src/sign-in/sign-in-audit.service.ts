import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { AuditService } from '../audit/audit.service';
import { SignInRepository } from './sign-in.repository';

/** How a user signed in or tried to. */
export interface SignInMethod {
  by: 'password' | 'link';
  /** The host of the sign-in page, or null if an API client requested a link. */
  host: string | null;
  /** The key that requested the link. */
  key_id?: number | null;
}

/** The set-up of a new installation, a new password in place of a forgotten one, or the first one of an invited user. */
export type LinkUse = 'user.set_up' | 'user.password_reset' | 'user.invitation_accepted';

export interface SignedInUser {
  user_id: number;
  account_id: number;
}

/** Records sign-ins in the audit log of the user's account. Never records a password, a token or an unknown email. */
@Injectable()
export class SignInAuditService {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
    private readonly repository: SignInRepository,
  ) {}

  async recordSignIn(tx: Tx, user: SignedInUser, method: SignInMethod): Promise<void> {
    await this.record(tx, user, 'user.signed_in', method);
  }

  /** Records what a user did with a one-time link before it signed them in. */
  async recordLinkUse(tx: Tx, user: SignedInUser, action: LinkUse, host: string): Promise<void> {
    await this.record(tx, user, action, { host });
  }

  async recordSignOut(tx: Tx, user: SignedInUser, host: string): Promise<void> {
    await this.record(tx, user, 'user.signed_out', { host });
  }

  /**
   * Runs a sign-in as one of these users, who have the same email. There is none if the email is unknown. If the sign-in
   * throws `invalid_credentials`, records the refusal for each user and throws the same error.
   */
  async recordIfRefused<T>(
    userIds: readonly number[],
    method: SignInMethod,
    attempt: () => Promise<T>,
  ): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code === 'invalid_credentials';
      if (isRefusal) await this.recordRefusal(userIds, method);
      throw error;
    }
  }

  /** Does not wait for the disk, because the response time would reveal whether the user exists. */
  private async recordRefusal(
    userIds: readonly number[],
    { key_id = null, ...method }: SignInMethod,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.repository.commitAsynchronously(tx);
      await this.audit.noteRefusal(tx, userIds, key_id, { action: 'user.sign_in_refused', after: method });
    });
  }

  private async record(tx: Tx, user: SignedInUser, action: string, after: object): Promise<void> {
    const { user_id: userId, account_id: accountId } = user;
    const target = { type: 'user', id: userId };
    await this.audit.note(tx, { accountId, keyId: null, userId }, { action, target, after });
  }
}
