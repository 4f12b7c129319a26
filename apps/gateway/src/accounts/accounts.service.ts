import { Injectable } from '@nestjs/common';
import { notFound } from '@plaudit/contracts';
import { GatewayEnv } from '../gateway.env';
import { AccountEdits } from './account-edits';
import type { AccountEntity } from './account.entity';
import { AccountsRepository, type AccountUsage } from './accounts.repository';
import { type Actor, requireMain } from './actor';
import { vanityHost } from './vanity-host';

export interface AccountPatch {
  company_name?: string;
  website?: string | null;
  vanity_url?: string | null;
  api_enabled?: boolean;
}

@Injectable()
export class AccountsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly edits: AccountEdits,
    private readonly env: GatewayEnv,
  ) {}

  async get({ accountId }: Pick<Actor, 'accountId'>): Promise<AccountEntity & { usage: AccountUsage }> {
    const account = await this.accounts.findWithUsage(accountId);
    if (!account) throw notFound('account', accountId);
    return account;
  }

  /** What is not in the patch stays. */
  async update(actor: Actor, patch: AccountPatch): Promise<void> {
    requireMain(actor);
    const { vanity_url } = patch;
    const host = typeof vanity_url === 'string' ? vanityHost(vanity_url, this.env.PUBLIC_URL) : vanity_url;
    await this.edits.save(actor, { ...patch, vanity_url: host });
  }
}
