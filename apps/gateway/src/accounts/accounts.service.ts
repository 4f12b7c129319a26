import { Injectable } from '@nestjs/common';
import { GatewayEnv } from '../gateway.env';
import { AccountSettingsService } from './account-settings.service';
import type { AccountEntity } from './account.entity';
import { AccountsRepository, type AccountUsage } from './accounts.repository';
import { type Actor, noSuchAccount, requireMain } from './actor';
import { type ReservedHosts, reservedHosts } from '../vanity-domains/reserved-hosts';
import { VanityChecksService } from '../vanity-domains/vanity-checks.service';
import { InviteCreditsService } from '../invite-credits/invite-credits.service';
import type { VanityDomainRow } from '../vanity-domains/vanity-domains.repository';
import { vanityHost } from '../vanity-domains/vanity-host';

export interface AccountPatch {
  company_name?: string;
  website?: string | null;
  vanity_url?: string | null;
  api_enabled?: boolean;
  require_two_factor?: boolean;
}

export interface AccountOverview extends AccountEntity {
  usage: AccountUsage;
  vanity: VanityDomainRow | null;
  /** Invitations that were sent in the current month. */
  invitesSent: number;
}

@Injectable()
export class AccountsService {
  private readonly reservedHosts: ReservedHosts;

  constructor(
    private readonly accounts: AccountsRepository,
    private readonly settings: AccountSettingsService,
    private readonly vanityChecks: VanityChecksService,
    private readonly inviteCredits: InviteCreditsService,
    env: GatewayEnv,
  ) {
    this.reservedHosts = reservedHosts(env);
  }

  async get(actor: Pick<Actor, 'accountId'>): Promise<AccountOverview> {
    const account = await this.accounts.findWithUsage(actor.accountId);
    if (!account) throw noSuchAccount(actor);
    const invitesSent = await this.inviteCredits.usedThisMonth(account.id);
    return { ...account, invitesSent, vanity: await this.vanityChecks.find(actor) };
  }

  /**
   * Changes the fields that the patch contains. If an admin repeats a `vanity_url` that is pending, looks for its proof.
   * Throws 403 unless the actor manages the whole account.
   */
  async update(actor: Actor, patch: AccountPatch): Promise<void> {
    requireMain(actor);
    const { vanity_url } = patch;
    const host = typeof vanity_url === 'string' ? vanityHost(vanity_url, this.reservedHosts) : vanity_url;
    const before = typeof host === 'string' ? await this.vanityChecks.find(actor) : null;
    await this.settings.save(actor, { ...patch, vanity_url: host });
    const isPending = before !== null && before.host === host && before.verified_on === null;
    if (isPending && actor.role === 'admin') await this.vanityChecks.verify(actor);
  }
}
