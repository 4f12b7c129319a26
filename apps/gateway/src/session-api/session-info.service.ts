import { Injectable } from '@nestjs/common';
import { effectiveScopes, type Scope, wireDateOrNull } from '@plaudit/contracts';
import { Clock, type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { MailboxClient } from '../mailbox/mailbox.client';
import { mustSetUpTwoFactor, provedUntil, type Session } from '../sessions/session';
import { type SubAccountRow, SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import type { Language } from '../users/languages';
import { SessionInfoReadModel } from './session-info.read-model';

export interface SessionInfoResponse {
  user: {
    id: number;
    name: string | null;
    email: string;
    role: string;
    two_factor: boolean;
    /** Null if the user chose none. */
    language: Language | null;
    /** Null if the user chose none. */
    time_zone: string | null;
  };
  account: { id: number; name: string };
  scopes: Scope[];
  /** True if the user may act for the whole account. */
  main: boolean;
  /** The sub account to open first. Null if the user may enter none. */
  sub_account_id: number | null;
  sub_account_count: number;
  must_set_up_two_factor: boolean;
  /** True if this server shows the mails that it sends. */
  has_mailbox: boolean;
  api_enabled: boolean;
  /** Until then, changes that need the password can be made without it. */
  proved_until: string | null;
}

/** Tells the dashboard who is signed in and which sub accounts the user may enter. */
@Injectable()
export class SessionInfoService {
  constructor(
    private readonly info: SessionInfoReadModel,
    private readonly subAccounts: SubAccountsRepository,
    private readonly mailbox: MailboxClient,
    private readonly clock: Clock,
  ) {}

  /** Returns null if the user was deleted meanwhile. */
  async describe(session: Session): Promise<SessionInfoResponse | null> {
    const info = await this.info.find(session.user_id);
    if (!info) return null;
    const { user_id: id, email, role, account_id, sub_accounts } = session;
    return {
      user: {
        id,
        name: info.name,
        email,
        role,
        two_factor: session.two_factor_on !== null,
        language: info.language,
        time_zone: info.time_zone,
      },
      account: { id: account_id, name: info.company_name },
      scopes: effectiveScopes(role, role === 'admin', []),
      main: sub_accounts.length === 0,
      sub_account_id: info.first_sub_account_id,
      sub_account_count: info.sub_accounts,
      must_set_up_two_factor: mustSetUpTwoFactor(session),
      has_mailbox: this.mailbox.exists,
      api_enabled: info.api_enabled,
      proved_until: wireDateOrNull(provedUntil(session, this.clock.now())),
    };
  }

  /** Lists the sub accounts that the user may enter and whose name contains `name`. */
  async listSubAccounts(
    { account_id, sub_accounts }: Session,
    { name, ...page }: ListPage & { name?: string },
  ): Promise<ListSlice<SubAccountRow>> {
    const only = sub_accounts.length === 0 ? null : sub_accounts;
    const { afterId } = page;
    return readListPage(page, (rows) => this.subAccounts.list(account_id, only, { name, afterId, rows }));
  }
}
