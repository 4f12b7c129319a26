import { Injectable } from '@nestjs/common';
import { readEmailAddress } from '@plaudit/contracts';
import { domainOf, type MailOutcome, MailTransport } from '@plaudit/outbound/mail';
import { GatewayEnv } from '../gateway.env';
import type { UserMail } from './user-mail';

const SIGNED_HEADERS = 'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Auto-Submitted';
const INVALID_ADDRESS: MailOutcome = {
  kind: 'refused',
  code: 'invalid_recipient',
  msg: 'The address of the user is not one email address.',
  suppress: false,
};

/** Hands mails to users to the mail server of invitations. */
@Injectable()
export class UserMailClient {
  private readonly transport: MailTransport;

  constructor(env: GatewayEnv) {
    this.transport = new MailTransport(env, SIGNED_HEADERS);
  }

  /** False without SMTP_URL: no mail can be sent. */
  get isConfigured(): boolean {
    return this.transport.isConfigured;
  }

  /** Sends one mail. A failure is an outcome; it does not throw. */
  async send({ address: given, id, date, readers, ...content }: UserMail): Promise<MailOutcome> {
    const { from } = this.transport;
    const read = readEmailAddress(given, { local: true });
    if ('fault' in read) return INVALID_ADDRESS;
    const { address } = read;
    return this.transport.send({
      ...content,
      envelope: { from: from.address, to: [address] },
      from,
      to: { name: '', address },
      date,
      messageId: `<${id}@${domainOf(from.address)}>`,
      baseBoundary: id.replace(/[^a-z0-9.]/gi, '-'),
      encoding: 'quoted-printable',
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
        ...(readers && {
          'Feedback-ID': `${readers.accountId}:${readers.userId}:access:${domainOf(from.address)}`,
        }),
      },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
