import { Injectable } from '@nestjs/common';
import type { DomainEvent, WebhookDisabledPayload } from '@plaudit/contracts';
import { claimDue, Database, queryRows, type Tx } from '@plaudit/database';
import type { AdminMailEntity } from './admin-mail.entity';

export type AdminMail = Omit<AdminMailEntity, 'user'>;

/** The person who gets a mail. */
export interface AdminRecipient {
  address: string;
  name: string | null;
  company: string;
}

/** Longer than the longest conversation with a mail server. */
const LEASE_MS = 300_000;
const HELD = 'id = $1 and lease_id = $2';

/**
 * Admins of the whole account, and those of the sub account that owns the webhook. Only the former see a webhook of the whole
 * account, whose event has sub account 0.
 */
const MAY_SEE = "u.role = 'admin' and (cardinality(u.sub_accounts) = 0 or $2 = any(u.sub_accounts))";

@Injectable()
export class AdminMailsRepository {
  constructor(private readonly database: Database) {}

  /** Stores one mail to each admin who may see the webhook. Returns how many there are. */
  async add(tx: Tx, event: DomainEvent<WebhookDisabledPayload>): Promise<number> {
    const added = await queryRows(
      tx,
      `insert into admin_mails (user_id, event_id, webhook, occurred_on)
       select u.id, $3, $4, $5 from users u where u.account_id = $1 and ${MAY_SEE}
       on conflict do nothing returning 1 as one`,
      [event.accountid, event.subaccountid, event.id, JSON.stringify(event.data), new Date(event.time)],
    );
    return added.length;
  }

  /** Claims due mails and counts the attempt. The claim of a process that died ends by itself. */
  claim(batch: number): Promise<AdminMail[]> {
    const work = { table: 'admin_mails', batch, leaseMs: LEASE_MS, set: 'attempts = attempts + 1' };
    return this.database.transaction((tx) => claimDue<AdminMail>(tx, work), 'background');
  }

  /** Returns who gets the mail, or null if the user is no longer an admin. */
  async recipientOf({ user_id }: AdminMail): Promise<AdminRecipient | null> {
    const [recipient] = await this.database.query<AdminRecipient>(
      `select u.email as address, u.name, a.company_name as company from users u join accounts a on a.id = u.account_id
       where u.id = $1 and u.role = 'admin'`,
      [user_id],
    );
    return recipient ?? null;
  }

  /** Deletes a mail that was sent or given up. */
  async finish({ id, lease_id }: AdminMail): Promise<void> {
    await this.database.query(`delete from admin_mails where ${HELD}`, [id, lease_id]);
  }

  async postpone({ id, lease_id }: AdminMail, delayMs: number): Promise<void> {
    await this.database.query(
      `update admin_mails set lease_id = null, lease_until = null,
         due_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000) where ${HELD}`,
      [id, lease_id, delayMs],
    );
  }
}
