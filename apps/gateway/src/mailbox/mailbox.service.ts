import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import type { Session } from '../sessions/session';
import { SubAccountsService } from '../sub-accounts/sub-accounts.service';
import { isMailId, type Mail, type MailLine, readMail } from './mail';
import { MailboxClient } from './mailbox.client';

type Owner = Pick<Session, 'account_id' | 'sub_accounts' | 'role'>;

/**
 * Shows users the mails of the sub accounts that they may enter, and no others. Admins of the whole account also see the mails with which
 * users are invited: they could set the passwords of these users, too.
 */
@Injectable()
export class MailboxService {
  constructor(
    private readonly mailbox: MailboxClient,
    private readonly subAccounts: SubAccountsService,
  ) {}

  /** Returns the user's mails, the newest first, or null if mails go to a mail server. */
  async list(user: Owner): Promise<MailLine[] | null> {
    if (!this.mailbox.exists) return null;
    const listed = await this.mailbox.list();
    const read = await Promise.all(listed.map(({ id, head }) => readMail(id, Buffer.from(head, 'latin1'))));
    return this.visible(
      user,
      read.filter((mail) => mail !== null),
    );
  }

  /** Throws 404 for a mail that does not exist or that the user may not see. */
  async get(user: Owner, id: string): Promise<Mail> {
    const raw = isMailId(id) ? await this.mailbox.read(id) : null;
    const mail = raw && (await readMail(id, raw));
    const [visible] = mail ? await this.visible(user, [mail]) : [];
    if (visible) return visible;
    throw new ApiError('not_found', 'There is no such mail in this mailbox.');
  }

  private async visible<M extends MailLine>(
    { account_id, sub_accounts, role }: Owner,
    mails: readonly M[],
  ): Promise<M[]> {
    const owners = [...new Set(mails.flatMap(({ subAccountId }) => subAccountId ?? []))];
    const unknown = new Set(await this.subAccounts.findUnknown(account_id, owners));
    const isWholeAdmin = role === 'admin' && sub_accounts.length === 0;
    return mails.filter(({ subAccountId: id, accountId }) => {
      if (accountId !== null) return isWholeAdmin && accountId === account_id;
      if (id === null || unknown.has(id)) return false;
      return sub_accounts.length === 0 || sub_accounts.includes(id);
    });
  }
}
