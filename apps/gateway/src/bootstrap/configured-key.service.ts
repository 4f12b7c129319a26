import { Injectable, Logger } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { operatorOf } from '../accounts/actor';
import { NewAccountsRepository } from '../accounts/new-accounts.repository';
import { AuditService } from '../audit/audit.service';
import { GatewayEnv } from '../gateway.env';
import { prefixOfApiKey } from '../keys/api-key';
import { BootstrapRepository } from './bootstrap.repository';

export const BOOTSTRAP_KEY_NAME = 'Bootstrap key';

/** Adds BOOTSTRAP_API_KEY to an existing account. */
@Injectable()
export class ConfiguredKeyService {
  private readonly logger = new Logger(ConfiguredKeyService.name);

  constructor(
    private readonly env: GatewayEnv,
    private readonly repository: BootstrapRepository,
    private readonly newAccounts: NewAccountsRepository,
    private readonly audit: AuditService,
  ) {}

  /** Adds the key if it is set and new. A deleted key stays deleted. */
  async ensure(tx: Tx, tenant: Tenant): Promise<void> {
    const apiKey = this.env.BOOTSTRAP_API_KEY;
    if (apiKey === undefined) return;
    const state = await this.repository.findKeyState(tx, apiKey);
    if (state === null) await this.addKey(tx, tenant, apiKey);
    if (state === 'deleted')
      this.logger.warn('Ignored BOOTSTRAP_API_KEY because this key was deleted; a deleted key stays deleted');
  }

  private async addKey(tx: Tx, tenant: Tenant, apiKey: string): Promise<void> {
    const id = await this.newAccounts.addAdminKey(tx, tenant, BOOTSTRAP_KEY_NAME, apiKey);
    await this.audit.note(tx, operatorOf(tenant), {
      action: 'key.created',
      target: { type: 'key', id },
      after: {
        name: BOOTSTRAP_KEY_NAME,
        prefix: prefixOfApiKey(apiKey),
        role: 'admin',
        account_management: true,
      },
    });
  }
}
