import { Injectable } from '@nestjs/common';
import { notFound } from '@plaudit/contracts';
import { GatewayEnv } from '../gateway.env';
import { AccountSettingsService } from './account-settings.service';
import type { AccountEntity } from './account.entity';
import { AccountsRepository, type AccountUsage } from './accounts.repository';
import { type Actor, requireMain } from './actor';
import { vanityHost } from './vanity-host';

export interface AccountPatch {
  company_name?: string;
  website?: string | null;
  vanity_url?: string | null;
  api_enabled?: boolean;
  require_two_factor?: boolean;
}

@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly settings: AccountSettingsService,
    private readonly env: GatewayEnv,
  ) {}

  async get({ accountId }: Pick<Actor, 'accountId'>): Promise<AccountEntity & { usage: AccountUsage }> {
    const account = await this.accounts.findWithUsage(accountId);
    if (!account) throw notFound('account', accountId);
    return account;
  }

  /** Changes the fields that the patch contains. Throws 403 unless the actor manages the whole account. */
  async update(actor: Actor, patch: AccountPatch): Promise<void> {
    requireMain(actor);
    const { vanity_url } = patch;
    const host = typeof vanity_url === 'string' ? vanityHost(vanity_url, this.env.PUBLIC_URL) : vanity_url;
    await this.settings.save(actor, { ...patch, vanity_url: host });
  }
}
