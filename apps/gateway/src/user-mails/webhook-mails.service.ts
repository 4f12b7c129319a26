import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import type { UserMail } from './user-mail';
import { type AdminMail, AdminMailsRepository } from './admin-mails.repository';
import type { MailRowsRepository } from './mail-rows.repository';
import { MAX_MAIL_AGE_MS } from './mail-schedule';
import { webhookMail } from './webhook-mail';

/** Composes the mails about webhooks that were switched off. */
@Injectable()
export class WebhookMailsService {
  readonly rows: MailRowsRepository<AdminMail>;
  readonly maxAgeMs = MAX_MAIL_AGE_MS;

  constructor(
    private readonly env: GatewayEnv,
    private readonly mails: AdminMailsRepository,
  ) {
    this.rows = mails.rows;
  }

  /** Returns null if the user is no longer an admin. */
  async compose(mail: AdminMail): Promise<UserMail | null> {
    const recipient = await this.mails.recipientOf(mail);
    if (!recipient) return null;
    const { address, account_id: accountId } = recipient;
    return {
      ...webhookMail(mail.webhook, accountId, this.env.PUBLIC_URL),
      address,
      id: `${mail.event_id}.${mail.user_id}`,
      date: mail.occurred_on,
    };
  }
}
