import { Injectable } from '@nestjs/common';
import { type Tenant, tenantOf } from '@plaudit/contracts';
import { insertedId, type Tx } from '@plaudit/database';
import { hashApiKey, prefixOfApiKey } from '../keys/api-key';
import { KeyEntity } from '../keys/key.entity';
import type { PlanName } from '../plans/plans';
import { SubAccountEntity } from '../sub-accounts/sub-account.entity';
import { UserEntity } from '../users/user.entity';
import { AccountEntity } from './account.entity';

@Injectable()
export class NewAccountsRepository {
  /** Adds an account and its main sub account. Returns the ids of both. */
  async addAccount(tx: Tx, companyName: string, plan: PlanName): Promise<Tenant> {
    const account_id = insertedId(await tx.insert(AccountEntity, { plan, company_name: companyName }));
    const main = await tx.insert(SubAccountEntity, { account_id, name: companyName, main: true });
    return { account_id, sub_account_id: insertedId(main) };
  }

  /** Returns the id of the user. */
  async addAdmin(tx: Tx, { account_id }: Tenant, email: string, passwordHash: string): Promise<number> {
    const user = {
      account_id,
      email,
      name: 'Administrator',
      password_hash: passwordHash,
      role: 'admin',
    } as const;
    return insertedId(await tx.insert(UserEntity, user));
  }

  /** Returns the id of the key. */
  async addAdminKey(tx: Tx, tenant: Tenant, name: string, apiKey: string): Promise<number> {
    const key = await tx.insert(KeyEntity, {
      ...tenantOf(tenant),
      name,
      prefix: prefixOfApiKey(apiKey),
      hash: hashApiKey(apiKey),
      role: 'admin',
      account_management: true,
      created_by_type: 'operator',
    });
    return insertedId(key);
  }
}
