import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import type { MailContent, UserMail } from './user-mail';
import { type AdminMail, AdminMailsRepository, type AdminRecipient } from './admin-mails.repository';
import type { MailRowsRepository } from './mail-rows.repository';
import { MAX_MAIL_AGE_MS } from './mail-schedule';
import { pausedMail } from './paused-mail';
import { webhookMail } from './webhook-mail';

/** Composes the mails to admins about webhooks that were switched off, and about settings that are paused. */
@Injectable()
export class ComposedMailsService {
  readonly rows: MailRowsRepository<AdminMail>;

  constructor(
    private readonly env: GatewayEnv,
    private readonly mails: AdminMailsRepository,
  ) {
    this.rows = mails.rows;
  }

  maxAgeMs(): number {
    return MAX_MAIL_AGE_MS;
  }

  /** Returns null if the user is no longer an admin. */
  async compose(mail: AdminMail): Promise<UserMail | null> {
    const recipient = await this.mails.recipientOf(mail);
    if (!recipient) return null;
    const content = contentOf(mail, recipient, this.env.PUBLIC_URL);
    if (!content) return null;
    const { address } = recipient;
    return { ...content, address, id: `${mail.event_id}.${mail.user_id}`, date: mail.occurred_on };
  }
}

function contentOf(
  { webhook, forwarding, sub_account_id }: AdminMail,
  { account_id: accountId, language }: AdminRecipient,
  publicUrl: string,
): MailContent | null {
  if (webhook) return webhookMail({ webhook, accountId, language, publicUrl });
  if (!forwarding || sub_account_id === null) return null;
  return pausedMail({ forwarding, subAccountId: sub_account_id, accountId, language, publicUrl });
}
