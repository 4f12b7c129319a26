import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import { MailboxClient } from './mailbox.client';

/** Where the mails of this installation go: to a mail server, to the mail catcher of MAILBOX_URL, or nowhere without SMTP_URL. */
export type MailDelivery = 'mail_server' | 'mailbox' | 'none';

/** Knows where mails go, so that a page can say so before a person sends one. */
@Injectable()
export class MailDeliveryService {
  constructor(
    private readonly env: GatewayEnv,
    private readonly mailbox: MailboxClient,
  ) {}

  /** True if this server shows the mails that it sends. */
  get hasMailbox(): boolean {
    return this.mailbox.exists;
  }

  get delivery(): MailDelivery {
    if (!this.env.SMTP_URL) return 'none';
    return this.hasMailbox ? 'mailbox' : 'mail_server';
  }
}
