import { Injectable, Logger } from '@nestjs/common';
import type { MailOutcome } from '@plaudit/outbound/mail';
import { Clock } from '@plaudit/runtime';
import { AdminMailClient } from './admin-mail.client';
import { type AdminMail, AdminMailsRepository } from './admin-mails.repository';
import { isTooOld, waitAfter } from './mail-schedule';

/** The most conversations with the mail server at once. */
const CONNECTIONS = 4;

/** Sends due mails to admins. A mail that cannot be sent for 72 hours is given up. */
@Injectable()
export class DueMailsService {
  private readonly logger = new Logger(DueMailsService.name);

  constructor(
    private readonly mails: AdminMailsRepository,
    private readonly client: AdminMailClient,
    private readonly clock: Clock,
  ) {}

  /** Sends a few due mails. Returns false if there were none. */
  async sendSome(): Promise<boolean> {
    if (!this.client.isConfigured) return false;
    const claimed = await this.mails.claim(CONNECTIONS);
    await Promise.all(claimed.map((mail) => this.send(mail)));
    return claimed.length > 0;
  }

  private async send(mail: AdminMail): Promise<void> {
    const recipient = await this.mails.recipientOf(mail);
    if (!recipient) return this.mails.finish(mail);
    await this.record(mail, await this.client.send(mail, recipient));
  }

  /** A mail without an answer counts as sent: a second one would be worse than none. */
  private async record(mail: AdminMail, outcome: MailOutcome): Promise<void> {
    if (outcome.kind === 'sent' || outcome.kind === 'unknown') return this.mails.finish(mail);
    const about = { mail_id: mail.id, code: outcome.code, msg: outcome.msg };
    if (outcome.kind === 'retry' && !isTooOld(mail.occurred_on, this.clock.now())) {
      this.logger.debug({ message: 'Could not send a mail to an admin yet', ...about });
      return this.mails.postpone(mail, waitAfter(mail.attempts));
    }
    this.logger.warn({ message: 'Gave up a mail to an admin', ...about });
    await this.mails.finish(mail);
  }
}
