import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { operatorOf } from '../accounts/actor';
import { NewAccountsRepository } from '../accounts/new-accounts.repository';
import { NewAccountsService } from '../accounts/new-accounts.service';
import { AuditService } from '../audit/audit.service';
import { GatewayEnv } from '../gateway.env';
import { prefixOfApiKey } from '../keys/api-key';
import { BootstrapRepository } from './bootstrap.repository';
import { announceFirstAccess, type FirstAccess } from './first-access';

const COMPANY_NAME = 'My company';
const KEY_NAME = 'Bootstrap key';

/**
 * Creates the first account with an admin key and a user when the database is empty. On later starts it only adds
 * BOOTSTRAP_API_KEY to the first account if that key is new. A deleted key stays deleted, and users are not changed.
 */
@Injectable()
export class BootstrapService implements OnModuleInit {
  private readonly logger = new Logger(BootstrapService.name);

  constructor(
    private readonly env: GatewayEnv,
    private readonly repository: BootstrapRepository,
    private readonly newAccounts: NewAccountsService,
    private readonly newAccountRows: NewAccountsRepository,
    private readonly audit: AuditService,
  ) {}

  async onModuleInit(): Promise<void> {
    const access = await this.repository.exclusively(async (tx) => {
      const tenant = await this.repository.findFirstTenant(tx);
      if (!tenant) return this.createFirstAccount(tx);
      await this.ensureConfiguredKey(tx, tenant);
      return null;
    });
    if (!access) return;
    this.logger.log({ message: 'Created the first account', account_id: access.accountId });
    announceFirstAccess(access);
  }

  private async createFirstAccount(tx: Tx): Promise<FirstAccess> {
    const { BOOTSTRAP_API_KEY: apiKey, BOOTSTRAP_PASSWORD: password, BOOTSTRAP_EMAIL: email } = this.env;
    const created = await this.newAccounts.create(tx, {
      companyName: COMPANY_NAME,
      plan: 'enterprise',
      email,
      password,
      keyName: KEY_NAME,
      apiKey,
    });
    return {
      accountId: created.accountId,
      email,
      apiKey: apiKey === undefined ? created.apiKey : null,
      password: password === undefined ? created.password : null,
    };
  }

  private async ensureConfiguredKey(tx: Tx, tenant: Tenant): Promise<void> {
    const apiKey = this.env.BOOTSTRAP_API_KEY;
    if (apiKey === undefined) return;
    const state = await this.repository.findKeyState(tx, apiKey);
    if (state === null) await this.addKey(tx, tenant, apiKey);
    if (state === 'deleted')
      this.logger.warn('Ignored BOOTSTRAP_API_KEY because this key was deleted; a deleted key stays deleted');
  }

  private async addKey(tx: Tx, tenant: Tenant, apiKey: string): Promise<void> {
    const id = await this.newAccountRows.addAdminKey(tx, tenant, KEY_NAME, apiKey);
    await this.audit.note(tx, operatorOf(tenant), {
      action: 'key.created',
      target: { type: 'key', id },
      after: { name: KEY_NAME, prefix: prefixOfApiKey(apiKey), role: 'admin', account_management: true },
    });
  }
}
