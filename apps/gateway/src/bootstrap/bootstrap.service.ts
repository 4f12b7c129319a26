import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { NewAccountsService } from '../accounts/new-accounts.service';
import { SetupLinksService } from '../first-run/setup-links.service';
import { GatewayEnv } from '../gateway.env';
import { BootstrapRepository } from './bootstrap.repository';
import { BOOTSTRAP_KEY_NAME, ConfiguredKeyService } from './configured-key.service';
import { announceFirstAccess, type FirstAccess } from './first-access';

const COMPANY_NAME = 'My company';

/**
 * Creates the first account with an admin key, a user and a setup link when the database is empty. On later starts it only adds
 * BOOTSTRAP_API_KEY to the first account if that key is new. A deleted key stays deleted, and users are not changed.
 */
@Injectable()
export class BootstrapService implements OnModuleInit {
  private readonly logger = new Logger(BootstrapService.name);

  constructor(
    private readonly env: GatewayEnv,
    private readonly repository: BootstrapRepository,
    private readonly newAccounts: NewAccountsService,
    private readonly setupLinks: SetupLinksService,
    private readonly configuredKey: ConfiguredKeyService,
  ) {}

  async onModuleInit(): Promise<void> {
    const access = await this.repository.exclusively(async (tx) => {
      const tenant = await this.repository.findFirstTenant(tx);
      if (!tenant) return this.createFirstAccount(tx);
      await this.configuredKey.ensure(tx, tenant);
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
      keyName: BOOTSTRAP_KEY_NAME,
      apiKey,
    });
    const isGenerated = password === undefined;
    return {
      accountId: created.accountId,
      email,
      apiKey: apiKey === undefined ? created.apiKey : null,
      password: isGenerated ? created.password : null,
      setupUrl: isGenerated ? await this.setupLinks.create(tx, created.userId, created.keyId) : null,
    };
  }
}
