import { Injectable } from '@nestjs/common';
import { domainOf, isAddress, type MailOutcome, MailTransport } from '@plaudit/outbound/mail';
import { GatewayEnv } from '../gateway.env';
import type { AdminMail, AdminRecipient } from './admin-mails.repository';
import { webhookMail } from './webhook-mail';

const SIGNED_HEADERS = 'From:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Auto-Submitted';
const INVALID_ADDRESS: MailOutcome = {
  kind: 'refused',
  code: 'invalid_recipient',
  msg: 'The address of the user is not one email address.',
  suppress: false,
};

/** Hands mails to admins to the mail server of invitations. */
@Injectable()
export class AdminMailClient {
  private readonly transport: MailTransport;
  private readonly publicUrl: string;

  constructor(env: GatewayEnv) {
    this.transport = new MailTransport(env, SIGNED_HEADERS);
    this.publicUrl = env.PUBLIC_URL;
  }

  /** False without SMTP_URL: no mail can be sent. */
  get isConfigured(): boolean {
    return this.transport.isConfigured;
  }

  /** Sends one mail. Every attempt has the same Message-ID. A failure is an outcome; it does not throw. */
  async send(mail: AdminMail, { address, name, company }: AdminRecipient): Promise<MailOutcome> {
    const { from } = this.transport;
    if (!isAddress(address)) return INVALID_ADDRESS;
    const id = `${mail.event_id}.${mail.user_id}`;
    return this.transport.send({
      ...webhookMail(mail.webhook, company, this.publicUrl),
      envelope: { from: from.address, to: [address] },
      from,
      to: { name: name ?? '', address },
      date: mail.occurred_on,
      messageId: `<${id}@${domainOf(from.address)}>`,
      baseBoundary: id.replace(/[^a-z0-9.]/gi, '-'),
      encoding: 'quoted-printable',
      headers: { 'Auto-Submitted': 'auto-generated' },
      xMailer: false,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}
