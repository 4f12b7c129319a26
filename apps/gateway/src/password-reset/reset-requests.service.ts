import { Injectable, Logger } from '@nestjs/common';
import { afterCommit, Database } from '@plaudit/database';
import { Chores } from '@plaudit/runtime';
import { UserMailClient } from '../user-mails/user-mail.client';
import { USER_MAILS } from '../user-mails/due-mails.service';
import { AuditService } from '../audit/audit.service';
import { ResetMailsRepository } from './reset-mails.repository';

/** The host on which a person asks for a new password. */
export interface RequestedOn {
  host: string;
  isWhiteLabel: boolean;
}

/** Stores requests of people who forgot their password. */
@Injectable()
export class ResetRequestsService {
  private readonly logger = new Logger(ResetRequestsService.name);

  constructor(
    private readonly database: Database,
    private readonly mails: ResetMailsRepository,
    private readonly client: UserMailClient,
    private readonly chores: Chores,
    private readonly audit: AuditService,
  ) {}

  /**
   * Stores one mail to these users, who have the same email, and adds an entry to the audit log of each of their accounts.
   * The worker sends the mail after the commit. Runs the same statements without users. Stores nothing without a mail
   * server.
   */
  async add(userIds: readonly number[], { host, isWhiteLabel }: RequestedOn): Promise<void> {
    if (!this.client.isConfigured) {
      this.logger.warn('Ignored a request for a new password because SMTP_URL is not set');
      return;
    }
    await this.database.transaction(async (tx) => {
      await this.mails.add(tx, userIds[0] ?? null, isWhiteLabel);
      const entry = { action: 'user.password_reset_requested', after: { host } };
      await this.audit.noteRefusal(tx, userIds, null, entry);
      afterCommit(tx, () => void this.chores.run(USER_MAILS));
    });
  }
}
