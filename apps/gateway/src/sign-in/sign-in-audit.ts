import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { AuditService } from '../audit/audit.service';

/** How somebody came or wanted to come in. */
export interface Way {
  by: 'password' | 'link';
  /** That they signed in on; null when an API client asked for a link. */
  host: string | null;
  /** The key that asked for the link. */
  key_id?: number | null;
}

export interface SignedIn {
  user_id: number;
  account_id: number;
}

/** Sign-ins in the audit log of the user's account: never a password, a token, or the email of somebody unknown. */
@Injectable()
export class SignInAudit {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditService,
  ) {}

  async noteEntry(tx: Tx, user: SignedIn, way: Way): Promise<void> {
    await this.note(tx, user, 'user.signed_in', way);
  }

  async noteExit(tx: Tx, user: SignedIn, host: string): Promise<void> {
    await this.note(tx, user, 'user.signed_out', { host });
  }

  /** Runs a sign-in as `userId` (null: nobody's) and notes it when it is refused; what was refused is thrown on. */
  async orRefused<T>(userId: number | null, way: Way, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt();
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.code === 'invalid_credentials';
      if (isRefusal) await this.noteRefusal(userId, way);
      throw error;
    }
  }

  /** Does not wait for the disk, which would tell by the time of the answer whether there is such a user. */
  private async noteRefusal(userId: number | null, { key_id = null, ...way }: Way): Promise<void> {
    await this.database.transaction(async (tx) => {
      await queryRows(tx, 'set local synchronous_commit = off');
      await this.audit.noteRefusal(tx, userId, key_id, { action: 'user.sign_in_refused', after: way });
    });
  }

  private async note(tx: Tx, user: SignedIn, action: string, after: object): Promise<void> {
    const { user_id: userId, account_id: accountId } = user;
    const target = { type: 'user', id: userId };
    await this.audit.note(tx, { accountId, keyId: null, userId }, { action, target, after });
  }
}
