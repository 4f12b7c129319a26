import { Injectable } from '@nestjs/common';
import { readEmailAddress } from '@plaudit/contracts';
import { type Mailbox, type MailOutcome, MailTransport } from '@plaudit/outbound/mail';
import { InvitationsEnv } from '../invitations.env';
import { returnPathOf } from './return-path';
import { type MailSender, messageOptions, type OutgoingMail, SIGNED_HEADERS } from './outgoing-mail';

const INVALID_ADDRESS: MailOutcome = {
  kind: 'refused',
  code: 'invalid_recipient',
  msg: 'The recipient, the sender or the address for replies is not one email address.',
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
      unsubscribeAddress: asciiAddress(env.MAIL_UNSUBSCRIBE_ADDRESS ?? null),
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
    const to = asciiAddress(mail.to.address);
    const from = asciiAddress(mail.from.address);
    const replyTo = asciiAddress(mail.replyTo);
    if (to === null || from === null || (mail.replyTo !== null && replyTo === null)) return INVALID_ADDRESS;
    const addressed = {
      ...mail,
      from: { ...mail.from, address: from },
      to: { ...mail.to, address: to },
      replyTo,
    };
    return this.transport.send(messageOptions(addressed, this.sender));
  }
}

/** Returns an address with its domain in ASCII, or null. The sender of an operator may be at a host without a dot. */
function asciiAddress(given: string | null): string | null {
  const read = given === null ? null : readEmailAddress(given, { local: true });
  return read && 'address' in read ? read.address : null;
}
