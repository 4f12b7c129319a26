import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { AccountEntity } from './account.entity';
import type { Actor } from './actor';

/** What of its limits an account has used. */
export interface AccountUsage {
  sub_accounts: number;
  users: number;
  channels: number;
}

export type AccountColumns = Partial<
  Pick<AccountEntity, 'company_name' | 'website' | 'vanity_url' | 'api_enabled' | 'plan' | 'limits'>
>;

@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  /** Changes of one account happen one after another: whoever changes anything of it holds its row. */
  async lock(tx: Tx, id: number): Promise<AccountEntity | null> {
    const [row] = await queryRows<AccountEntity>(
      tx,
      'select * from accounts where id = $1 for no key update',
      [id],
    );
    return row ?? null;
  }

  /** False once whoever asks was deleted or made less; asked under the lock, behind which that may have happened. */
  async isStillEntitled(
    tx: Tx,
    { accountId, subAccountId, main, role, keyId, userId }: Actor,
  ): Promise<boolean> {
    if (keyId === null && userId === null) return true;
    const rows = await queryRows(
      tx,
      `select from keys k join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
        where k.id = $2 and k.account_id = $1 and k.deleted_at is null
       union all
       select from users u where u.id = $3 and u.account_id = $1 and u.role = $4
          and case when $5 then u.sub_accounts = '{}' else $6 = any (u.sub_accounts) end`,
      [accountId, keyId, userId, role, main, subAccountId],
    );
    return rows.length > 0;
  }

  async findWithUsage(id: number): Promise<(AccountEntity & { usage: AccountUsage }) | null> {
    const [row] = await this.database.query<AccountEntity & { usage: AccountUsage }>(
      `select accounts.*, json_build_object(
           'sub_accounts', (select count(*) from sub_accounts where account_id = $1 and deleted_at is null),
           'users', (select count(*) from users where account_id = $1),
           'channels', (select coalesce(sum(greatest(channels, 0)), 0) from sub_accounts
              where account_id = $1 and deleted_at is null)) as usage
         from accounts where id = $1`,
      [id],
    );
    return row ?? null;
  }

  async save(tx: Tx, id: number, columns: AccountColumns): Promise<void> {
    const names = Object.keys(columns);
    const assignments = names.map((name, at) => `${name} = $${at + 2}`).join(', ');
    await queryRows(tx, `update accounts set ${assignments}, updated_on = now() where id = $1`, [
      id,
      ...Object.values(columns),
    ]);
  }

  /** Makes room for one event about the locked account; the account as it is then. */
  async bump(tx: Tx, id: number): Promise<AccountEntity> {
    const [row] = await queryRows<AccountEntity>(
      tx,
      'update accounts set version = version + 1 where id = $1 returning *',
      [id],
    );
    if (!row) throw new Error(`account ${id} was not locked before its version was raised`);
    return row;
  }
}
