import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { operatorOf } from '../accounts/actor';
import { NewAccounts } from '../accounts/new-accounts';
import { NewAccountsRepository, type Owner } from '../accounts/new-accounts.repository';
import { AuditLog } from '../audit/audit-log';
import { GatewayEnv } from '../gateway.env';
import { prefixOfApiKey } from '../keys/api-key';
import { BootstrapRepository } from './bootstrap.repository';
import { announceFirstAccess, type FirstAccess } from './first-access';

const COMPANY_NAME = 'My company';
const KEY_NAME = 'Bootstrap key';

/**
 * Makes an empty installation usable: the first account with an admin key and a user. On later starts it only sees to
 * it that BOOTSTRAP_API_KEY, given late or changed, is a key of the first account. A key that was deleted stays
 * deleted, and users are never touched again.
 */
@Injectable()
export class BootstrapService implements OnModuleInit {
  private readonly logger = new Logger(BootstrapService.name);

  constructor(
    private readonly env: GatewayEnv,
    private readonly repository: BootstrapRepository,
    private readonly accounts: NewAccounts,
    private readonly accountRows: NewAccountsRepository,
    private readonly audit: AuditLog,
  ) {}

  async onModuleInit(): Promise<void> {
    const access = await this.repository.exclusively(async (tx) => {
      const owner = await this.repository.findFirstOwner(tx);
      if (!owner) return this.createFirstAccount(tx);
      await this.ensureGivenKey(tx, owner);
      return null;
    });
    if (!access) return;
    this.logger.log({
      message: 'created the first account',
      account_id: access.accountId,
      email: access.email,
    });
    announceFirstAccess(access);
  }

  private async createFirstAccount(tx: Tx): Promise<FirstAccess> {
    const { BOOTSTRAP_API_KEY: apiKey, BOOTSTRAP_PASSWORD: password, BOOTSTRAP_EMAIL: email } = this.env;
    const opened = await this.accounts.open(tx, {
      companyName: COMPANY_NAME,
      plan: 'enterprise',
      email,
      password,
      keyName: KEY_NAME,
      apiKey,
    });
    return {
      accountId: opened.accountId,
      email,
      apiKey: apiKey === undefined ? opened.apiKey : null,
      password: password === undefined ? opened.password : null,
    };
  }

  private async ensureGivenKey(tx: Tx, owner: Owner): Promise<void> {
    const apiKey = this.env.BOOTSTRAP_API_KEY;
    if (apiKey === undefined) return;
    const state = await this.repository.findKeyState(tx, apiKey);
    if (state === null) await this.addKey(tx, owner, apiKey);
    if (state === 'deleted')
      this.logger.warn('BOOTSTRAP_API_KEY is a key that was deleted; it stays deleted');
  }

  private async addKey(tx: Tx, owner: Owner, apiKey: string): Promise<void> {
    const id = await this.accountRows.addAdminKey(tx, owner, KEY_NAME, apiKey);
    await this.audit.note(tx, operatorOf(owner.accountId, owner.mainSubAccountId), {
      action: 'key.created',
      target: { type: 'key', id },
      after: { name: KEY_NAME, prefix: prefixOfApiKey(apiKey), role: 'admin', account_management: true },
    });
  }
}
