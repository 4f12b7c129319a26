import { Injectable } from '@nestjs/common';
import type { Tenant } from '@plaudit/contracts';
import { queryRows, type Tx } from '@plaudit/database';
import { hashApiKey, prefixOfApiKey } from '../keys/api-key';
import type { PlanName } from '../plans/plans';

@Injectable()
export class NewAccountsRepository {
  /** Adds an account and its main sub account. Returns the ids of both. */
  async addAccount(tx: Tx, companyName: string, plan: PlanName): Promise<Tenant> {
    const [account] = await queryRows<{ id: number }>(
      tx,
      'insert into accounts (plan, company_name) values ($1, $2) returning id',
      [plan, companyName],
    );
    const account_id = (account as { id: number }).id;
    const [main] = await queryRows<{ id: number }>(
      tx,
      'insert into sub_accounts (account_id, name, main) values ($1, $2, true) returning id',
      [account_id, companyName],
    );
    return { account_id, sub_account_id: (main as { id: number }).id };
  }

  /** Returns the id of the user. */
  async addAdmin(tx: Tx, { account_id }: Tenant, email: string, passwordHash: string): Promise<number> {
    const [user] = await queryRows<{ id: number }>(
      tx,
      `insert into users (account_id, email, name, password_hash, role)
       values ($1, $2, 'Administrator', $3, 'admin') returning id`,
      [account_id, email, passwordHash],
    );
    return (user as { id: number }).id;
  }

  /** Returns the id of the key. */
  async addAdminKey(tx: Tx, tenant: Tenant, name: string, apiKey: string): Promise<number> {
    const [key] = await queryRows<{ id: number }>(
      tx,
      `insert into keys (account_id, sub_account_id, name, prefix, hash, role, account_management, created_by_type)
       values ($1, $2, $3, $4, $5, 'admin', true, 'operator') returning id`,
      [tenant.account_id, tenant.sub_account_id, name, prefixOfApiKey(apiKey), hashApiKey(apiKey)],
    );
    return (key as { id: number }).id;
  }
}
