import { Injectable } from '@nestjs/common';
import { effectiveScopes, type Scope, wireDateOrNull } from '@plaudit/contracts';
import { Clock, type ListSlice, readListPage } from '@plaudit/runtime';
import { mustSetUpTwoFactor, provedUntil, type Session } from '../sessions/session';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { toSubAccountResponse } from '../sub-accounts/sub-accounts.responses';
import { type MailDelivery, MailDeliveryService } from '../mailbox/mail-delivery.service';
import type { Language } from '../users/languages';
import type { EnterableSubAccountsPage } from './enterable-sub-accounts.dto';
import { SessionInfoReadModel } from './session-info.read-model';
import { countingPrincipalOf } from './session-principal';
import { SubAccountCountsClient } from './sub-account-counts.client';

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
  mail_delivery: MailDelivery;
  api_enabled: boolean;
  /** Until then, changes that need the password can be made without it. */
  proved_until: string | null;
  /**
   * Where the live events stand. A page that reads its data after this opens its stream from here and misses no change. Null
   * before the first connect to NATS.
   */
  live_position: string | null;
}

/** A sub account in the list of those that the user may enter. */
export interface EnterableSubAccount {
  id: number;
  name: string;
  main: boolean;
  channels: number;
  /** How many reviews are in the inbox. Null if that is not known now, absent without `counts`. */
  waiting_reviews?: number | null;
  /** How many channels have a problem or are disabled. Null if that is not known now, absent without `counts`. */
  failing_channels?: number | null;
}

/** Tells the dashboard who is signed in and which sub accounts the user may enter. */
@Injectable()
export class SessionInfoService {
  constructor(
    private readonly info: SessionInfoReadModel,
    private readonly subAccounts: SubAccountsRepository,
    private readonly mails: MailDeliveryService,
    private readonly counts: SubAccountCountsClient,
    private readonly clock: Clock,
  ) {}

  /** Returns null if the user was deleted meanwhile. `livePosition` is where the live events of the account stand. */
  async describe(session: Session, livePosition: string | null): Promise<SessionInfoResponse | null> {
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
      has_mailbox: this.mails.hasMailbox,
      mail_delivery: this.mails.delivery,
      api_enabled: info.api_enabled,
      proved_until: wireDateOrNull(provedUntil(session, this.clock.now())),
      live_position: livePosition,
    };
  }

  /** Lists the sub accounts that the user may enter and whose name contains `name`. */
  async listSubAccounts(
    session: Session,
    { name, withCounts, ...page }: EnterableSubAccountsPage,
  ): Promise<ListSlice<EnterableSubAccount>> {
    const { account_id, sub_accounts } = session;
    const only = sub_accounts.length === 0 ? null : sub_accounts;
    const { afterId } = page;
    const { items, nextCursor } = await readListPage(page, (rows) =>
      this.subAccounts.list(account_id, only, { name, afterId, rows }),
    );
    const listed = items.map((row): EnterableSubAccount => {
      const { id, name: named, main, channels } = toSubAccountResponse(row);
      return { id, name: named, main, channels };
    });
    return { items: withCounts ? await this.counted(session, listed) : listed, nextCursor };
  }

  private async counted(session: Session, listed: EnterableSubAccount[]): Promise<EnterableSubAccount[]> {
    const [first] = listed;
    if (!first) return [];
    const ids = listed.map(({ id }) => id);
    const counts = await this.counts.find(countingPrincipalOf(session, first.id), ids);
    return listed.map((one) => ({
      ...one,
      waiting_reviews: counts.waitingReviews(one.id),
      failing_channels: counts.failingChannels(one.id),
    }));
  }
}
