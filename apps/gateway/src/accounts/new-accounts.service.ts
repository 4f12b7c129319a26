import { Injectable } from '@nestjs/common';
import { accountChanged, type Tenant } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { base62, Randomness } from '@plaudit/runtime';
import { AuditService } from '../audit/audit.service';
import { generateApiKey } from '../keys/api-key';
import type { PlanName } from '../plans/plans';
import { hashPassword } from '../users/password';
import { toAccountChanged } from './account-payload';
import { AccountsRepository } from './accounts.repository';
import { operatorOf } from './actor';
import { NewAccountsRepository } from './new-accounts.repository';

const GENERATED_PASSWORD_LENGTH = 20;

export interface NewAccount {
  companyName: string;
  plan: PlanName;
  /** Email of the first user, who is an admin. */
  email: string;
  /** Password of the first user. Generated when undefined. */
  password?: string;
  keyName: string;
  /** Generated when undefined. */
  apiKey?: string;
}

/** A new account with its secrets. Only their hashes are stored, so they cannot be read again. */
export interface CreatedAccount {
  accountId: number;
  userId: number;
  keyId: number;
  email: string;
  password: string;
  apiKey: string;
}

/**
 * Creates accounts that are ready to use: each has a main sub account, an admin and an admin key. Publishes one
 * `account.changed` for the account and its main sub account.
 */
@Injectable()
export class NewAccountsService {
  constructor(
    private readonly repository: NewAccountsRepository,
    private readonly accounts: AccountsRepository,
    private readonly audit: AuditService,
    private readonly outbox: Outbox,
    private readonly randomness: Randomness,
  ) {}

  async create(tx: Tx, wanted: NewAccount): Promise<CreatedAccount> {
    const randomBytes = (count: number): Buffer => this.randomness.bytes(count);
    const { companyName, plan, email, keyName } = wanted;
    const {
      apiKey = generateApiKey(randomBytes),
      password = base62(GENERATED_PASSWORD_LENGTH, randomBytes),
    } = wanted;
    const tenant = await this.repository.addAccount(tx, companyName, plan);
    const userId = await this.repository.addAdmin(tx, tenant, email, await hashPassword(password));
    const keyId = await this.repository.addAdminKey(tx, tenant, keyName, apiKey);
    await this.audit.note(tx, operatorOf(tenant), {
      action: 'account.created',
      target: { type: 'account', id: tenant.account_id },
      after: { company_name: companyName, plan, email },
    });
    await this.announce(tx, tenant);
    return { accountId: tenant.account_id, userId, keyId, email, password, apiKey };
  }

  private async announce(tx: Tx, { account_id, sub_account_id }: Tenant): Promise<void> {
    const state = await this.accounts.findState(tx, account_id, sub_account_id);
    await this.outbox.add(tx, accountChanged, {
      accountId: account_id,
      subAccountId: 0,
      subject: account_id,
      version: state.version,
      data: toAccountChanged(state, 'account', account_id),
    });
  }
}
