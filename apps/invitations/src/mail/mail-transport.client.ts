import { Injectable } from '@nestjs/common';
import { isAddress, type Mailbox, type MailOutcome, MailTransport } from '@plaudit/outbound/mail';
import { InvitationsEnv } from '../invitations.env';
import { returnPathOf } from './return-path';
import { type MailSender, messageOptions, type OutgoingMail, SIGNED_HEADERS } from './outgoing-mail';

const INVALID_ADDRESS: MailOutcome = {
  kind: 'refused',
  code: 'invalid_recipient',
  msg: 'The recipient or the sender is not one email address.',
  suppress: false,
};

/** Hands invitations to the mail server. */
@Injectable()
export class MailTransportClient {
  private readonly transport: MailTransport;
  private readonly sender: MailSender;

  constructor(env: InvitationsEnv) {
    this.transport = new MailTransport(env, SIGNED_HEADERS);
    this.sender = {
      bounceAddress: this.from.address,
      returnPath: returnPathOf(env.MAIL_RETURN_PATH),
      unsubscribeAddress: env.MAIL_UNSUBSCRIBE_ADDRESS ?? null,
      host: new URL(env.PUBLIC_URL).hostname,
      serverHost: env.SMTP_URL ? new URL(env.SMTP_URL).hostname : '',
    };
  }

  /** False without SMTP_URL: no mail can be sent. */
  get isConfigured(): boolean {
    return this.transport.isConfigured;
  }

  /** The sender of mails whose settings name none. */
  get from(): Mailbox {
    return this.transport.from;
  }

  /** Sends one mail. A failure is an outcome; it does not throw. */
  async send(mail: OutgoingMail): Promise<MailOutcome> {
    if (!isAddress(mail.to.address) || !isAddress(mail.from.address)) return INVALID_ADDRESS;
    return this.transport.send(messageOptions(mail, this.sender));
  }
}
