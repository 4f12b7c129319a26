import { Injectable } from '@nestjs/common';
import { queryRows, type Tx } from '@plaudit/database';
import { hashApiKey, prefixOfApiKey } from '../keys/api-key';
import type { PlanName } from './plans';

export interface Owner {
  accountId: number;
  mainSubAccountId: number;
}

@Injectable()
export class NewAccountsRepository {
  async addAccount(tx: Tx, companyName: string, plan: PlanName): Promise<Owner> {
    const [account] = await queryRows<{ id: number }>(
      tx,
      'insert into accounts (plan, company_name) values ($1, $2) returning id',
      [plan, companyName],
    );
    const accountId = (account as { id: number }).id;
    const [main] = await queryRows<{ id: number }>(
      tx,
      'insert into sub_accounts (account_id, name, main) values ($1, $2, true) returning id',
      [accountId, companyName],
    );
    return { accountId, mainSubAccountId: (main as { id: number }).id };
  }

  async addAdmin(tx: Tx, owner: Owner, email: string, passwordHash: string): Promise<void> {
    await queryRows(
      tx,
      "insert into users (account_id, email, name, password_hash, role) values ($1, $2, 'Administrator', $3, 'admin')",
      [owner.accountId, email, passwordHash],
    );
  }

  /** Returns its id. */
  async addAdminKey(tx: Tx, owner: Owner, name: string, apiKey: string): Promise<number> {
    const [key] = await queryRows<{ id: number }>(
      tx,
      `insert into keys (account_id, sub_account_id, name, prefix, hash, role, account_management)
       values ($1, $2, $3, $4, $5, 'admin', true) returning id`,
      [owner.accountId, owner.mainSubAccountId, name, prefixOfApiKey(apiKey), hashApiKey(apiKey)],
    );
    return (key as { id: number }).id;
  }
}
