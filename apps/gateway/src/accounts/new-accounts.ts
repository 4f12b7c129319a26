import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { base62, Randomness } from '@plaudit/runtime';
import { AuditLog } from '../audit/audit-log';
import { generateApiKey } from '../keys/api-key';
import { operatorOf } from './actor';
import { NewAccountsRepository } from './new-accounts.repository';
import { hashPassword } from './password';
import type { PlanName } from './plans';

const PASSWORD_LENGTH = 20;

export interface NewAccount {
  companyName: string;
  plan: PlanName;
  /** Of the first user, an admin. */
  email: string;
  /** Generated when left out. */
  password?: string;
  keyName: string;
  /** Generated when left out. */
  apiKey?: string;
}

/** The only moment at which these secrets can be read. */
export interface OpenedAccount {
  accountId: number;
  email: string;
  password: string;
  apiKey: string;
}

/** Makes an account that can be used: a main sub account, an admin and an admin key. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly repository: NewAccountsRepository,
    private readonly audit: AuditLog,
    private readonly randomness: Randomness,
  ) {}

  async open(tx: Tx, wanted: NewAccount): Promise<OpenedAccount> {
    const randomBytes = (count: number): Buffer => this.randomness.bytes(count);
    const { companyName, plan, email, keyName } = wanted;
    const { apiKey = generateApiKey(randomBytes), password = base62(PASSWORD_LENGTH, randomBytes) } = wanted;
    const owner = await this.repository.addAccount(tx, companyName, plan);
    await this.repository.addAdmin(tx, owner, email, await hashPassword(password));
    await this.repository.addAdminKey(tx, owner, keyName, apiKey);
    await this.audit.note(tx, operatorOf(owner.accountId, owner.mainSubAccountId), {
      action: 'account.created',
      target: { type: 'account', id: owner.accountId },
      after: { company_name: companyName, plan, email },
    });
    return { accountId: owner.accountId, email, password, apiKey };
  }
}
