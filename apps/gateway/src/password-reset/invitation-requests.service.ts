import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { Chores } from '@plaudit/runtime';
import { LinkThrottleService } from '../one-time-links/link-throttle.service';
import { UserMailClient } from '../user-mails/user-mail.client';
import { USER_MAILS } from '../user-mails/due-mails.service';
import { ResetMailsRepository } from './reset-mails.repository';

/** Stores mails that invite users to choose their first password. */
@Injectable()
export class InvitationRequestsService {
  constructor(
    private readonly throttle: LinkThrottleService,
    private readonly mails: ResetMailsRepository,
    private readonly client: UserMailClient,
    private readonly chores: Chores,
  ) {}

  /** Throws 400 without a mail server, and 429 if the account or the address has to wait. Counts the invitation. */
  async admit(accountId: number, email: string): Promise<void> {
    if (!this.client.isConfigured) throw noMailServer();
    await this.throttle.countInvitation(accountId, email);
  }

  /** Stores a mail to the user, which the worker sends after the commit. */
  async send(tx: Tx, userId: number): Promise<void> {
    await this.mails.addInvitation(tx, userId);
    afterCommit(tx, () => void this.chores.run(USER_MAILS));
  }
}

function noMailServer(): ApiError {
  return new ApiError(
    'invalid_value',
    'This installation has no mail server, so invite cannot be true; send a first password instead.',
    { field: 'invite' },
  );
}
