import { Injectable } from '@nestjs/common';
import type { DomainEvent, ForwardingPausedPayload, WebhookDisabledPayload } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { Language } from '../users/languages';
import type { AdminMailEntity } from './admin-mail.entity';
import { MailRowsRepository } from './mail-rows.repository';

export type AdminMail = Omit<AdminMailEntity, 'user'>;

/** The person who gets a mail. */
export interface AdminRecipient {
  address: string;
  account_id: number;
  language: Language;
}

/**
 * Admins of the whole account, and those of the sub account that owns the webhook or the settings. Only the former see what belongs
 * to the whole account, whose event has sub account 0.
 */
const MAY_SEE = "u.role = 'admin' and (cardinality(u.sub_accounts) = 0 or $2 = any(u.sub_accounts))";

@Injectable()
export class AdminMailsRepository {
  readonly rows: MailRowsRepository<AdminMail>;

  constructor(private readonly database: Database) {
    this.rows = new MailRowsRepository(database, 'admin_mails');
  }

  /** Stores one mail to each admin who may see the webhook. Returns how many there are. */
  async addAboutWebhook(tx: Tx, event: DomainEvent<WebhookDisabledPayload>): Promise<number> {
    const added = await queryRows(
      tx,
      `insert into admin_mails (user_id, event_id, webhook, occurred_on)
       select u.id, $3, $4, $5 from users u where u.account_id = $1 and ${MAY_SEE}
       on conflict do nothing returning 1 as one`,
      columnsOf(event),
    );
    return added.length;
  }

  /**
   * Stores one mail to each admin who may see the settings, with a link to their sub account. The settings of the whole account are in
   * the main one. Returns how many there are.
   */
  async addAboutForwarding(tx: Tx, event: DomainEvent<ForwardingPausedPayload>): Promise<number> {
    const added = await queryRows(
      tx,
      `insert into admin_mails (user_id, event_id, forwarding, occurred_on, sub_account_id)
       select u.id, $3, $4, $5, s.id
         from users u join sub_accounts s on s.account_id = u.account_id and case when $2 = 0 then s.main else s.id = $2 end
       where u.account_id = $1 and ${MAY_SEE}
       on conflict do nothing returning 1 as one`,
      columnsOf(event),
    );
    return added.length;
  }

  /** Returns who gets the mail, or null if the user is no longer an admin. */
  async recipientOf({ user_id }: AdminMail): Promise<AdminRecipient | null> {
    const [recipient] = await this.database.query<AdminRecipient>(
      `select email as address, account_id, coalesce(language, 'en') as language
         from users where id = $1 and role = 'admin'`,
      [user_id],
    );
    return recipient ?? null;
  }
}

function columnsOf({ accountid, subaccountid, id, data, time }: DomainEvent): unknown[] {
  return [accountid, subaccountid, id, JSON.stringify(data), new Date(time)];
}
