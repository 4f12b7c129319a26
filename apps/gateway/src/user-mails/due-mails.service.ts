import { Injectable, Logger } from '@nestjs/common';
import type { MailOutcome } from '@plaudit/outbound/mail';
import { Chore, Clock } from '@plaudit/runtime';
import { ResetMailsService } from '../password-reset/reset-mails.service';
import { UserMailClient } from './user-mail.client';
import type { UserMail } from './user-mail';
import type { MailRow, MailRowsRepository } from './mail-rows.repository';
import { isTooOld, waitAfter } from './mail-schedule';
import { ComposedMailsService } from './composed-mails.service';

/** The chore that sends mails to users. Run it at once after mails were stored. */
export const USER_MAILS = 'user_mails';
const POLL_MS = 15_000;

/** The most conversations with the mail server at once about one kind of mail. */
const CONNECTIONS = 4;

/** The mails of one table. */
interface MailKind<Row extends MailRow> {
  rows: MailRowsRepository<Row>;
  /** A mail that was not sent for so long is given up, also if no process tried. */
  maxAgeMs(row: Row): number;
  /** Returns null if nobody gets the mail any more. */
  compose(row: Row): Promise<UserMail | null>;
}

/** Sends due mails to users: about what was switched off or paused, and with links for a new or first password. */
@Injectable()
export class DueMailsService {
  private readonly logger = new Logger(DueMailsService.name);

  constructor(
    private readonly adminMails: ComposedMailsService,
    private readonly resetMails: ResetMailsService,
    private readonly client: UserMailClient,
    private readonly clock: Clock,
  ) {}

  /** Sends a few due mails of each kind. Returns false if there were none. */
  @Chore({ name: USER_MAILS, everyMs: POLL_MS, per: 'process' })
  async sendSome(): Promise<boolean> {
    if (!this.client.isConfigured) return false;
    const sent = await Promise.all([this.sendSomeOf(this.adminMails), this.sendSomeOf(this.resetMails)]);
    return sent.includes(true);
  }

  private async sendSomeOf<Row extends MailRow>(kind: MailKind<Row>): Promise<boolean> {
    const claimed = await kind.rows.claim(CONNECTIONS);
    await Promise.all(claimed.map((row) => this.send(kind, row)));
    return claimed.length > 0;
  }

  private async send<Row extends MailRow>(kind: MailKind<Row>, row: Row): Promise<void> {
    if (this.isTooOld(kind, row)) {
      this.logger.warn({ message: 'Gave up a mail to a user that waited for too long', mail_id: row.id });
      return kind.rows.finish(row);
    }
    const mail = await kind.compose(row);
    if (!mail) return kind.rows.finish(row);
    await this.record(kind, row, await this.client.send(mail));
  }

  /** A mail without an answer counts as sent: a second one would be worse than none. */
  private async record<Row extends MailRow>(
    kind: MailKind<Row>,
    row: Row,
    outcome: MailOutcome,
  ): Promise<void> {
    if (outcome.kind === 'sent' || outcome.kind === 'unknown') return kind.rows.finish(row);
    const about = { mail_id: row.id, code: outcome.code, msg: outcome.msg };
    if (outcome.kind !== 'refused' && !this.isTooOld(kind, row)) {
      this.logger.debug({ message: 'Could not send a mail to a user yet', ...about });
      return kind.rows.postpone(row, waitAfter(row.attempts));
    }
    this.logger.warn({ message: 'Gave up a mail to a user', ...about });
    await kind.rows.finish(row);
  }

  private isTooOld<Row extends MailRow>(kind: MailKind<Row>, row: Row): boolean {
    return isTooOld(row.occurred_on, this.clock.now(), kind.maxAgeMs(row));
  }
}
