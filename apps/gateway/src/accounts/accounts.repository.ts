import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { AccountEntity } from './account.entity';
import type { AccountState } from './account-payload';
import { hasWorkingKey } from '../sessions/working-key';
import { type Actor, type KeyBounds, UNBOUNDED } from './actor';

/** How much of each plan limit an account uses. */
export interface AccountUsage {
  sub_accounts: number;
  users: number;
  keys: number;
  channels: number;
}

export type AccountColumns = Partial<
  Pick<
    AccountEntity,
    | 'company_name'
    | 'website'
    | 'time_zone'
    | 'vanity_url'
    | 'api_enabled'
    | 'require_two_factor'
    | 'oauth_policy'
    | 'oauth_allowed_apps'
    | 'plan'
    | 'limits'
  >
>;

@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Locks the account until the transaction ends, so that its changes run one after another. Returns null if it does not
   * exist.
   */
  async lock(tx: Tx, id: number): Promise<AccountEntity | null> {
    const [row] = await queryRows<AccountEntity>(
      tx,
      'select * from accounts where id = $1 for no key update',
      [id],
    );
    return row ?? null;
  }

  /**
   * Returns the bounds of the caller, or null if the caller was deleted or demoted, or its session has ended. The session
   * that a link started has the bounds of the key that requested the link. Call it while holding the account lock.
   */
  async findBounds(
    tx: Tx,
    { accountId, subAccountId, main, role, keyId, userId, session }: Actor,
  ): Promise<KeyBounds | null> {
    if (keyId === null && userId === null) return UNBOUNDED;
    const [bounds] = await queryRows<KeyBounds>(
      tx,
      `select k.expires_on as "expiresOn", k.allowed_ips as "allowedIps", k.oauth_grant_id is not null as "isApp"
         from keys k join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
        where k.id = $2 and k.account_id = $1 and k.deleted_at is null
       union all
       select k.expires_on, coalesce(k.allowed_ips, '{}'), k.oauth_grant_id is not null
         from users u join sessions on sessions.user_id = u.id and sessions.hash = $7
           left join keys k on k.id = sessions.key_id
        where u.id = $3 and u.account_id = $1 and u.role = $4 and ${hasWorkingKey('sessions.key_id')}
          and (u.sub_accounts = '{}' or (not $5 and $6 = any (u.sub_accounts)))`,
      [accountId, keyId, userId, role, main, subAccountId, session?.hash ?? null],
    );
    return bounds ?? null;
  }

  async findWithUsage(id: number): Promise<(AccountEntity & { usage: AccountUsage }) | null> {
    const [row] = await this.database.query<AccountEntity & { usage: AccountUsage }>(
      `select accounts.*, json_build_object(
           'sub_accounts', (select count(*) from sub_accounts where account_id = $1 and deleted_at is null),
           'users', (select count(*) from users where account_id = $1),
           'keys', (select count(*) from keys k join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
              where k.account_id = $1 and k.deleted_at is null and k.oauth_grant_id is null),
           'channels', (select coalesce(sum(greatest(channels, 0)), 0) from sub_accounts
              where account_id = $1 and deleted_at is null)) as usage
         from accounts where id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** Returns the account as its events carry it, with one of its sub accounts if the event is about one. */
  async findState(tx: Tx, id: number, subAccountId: number | null): Promise<AccountState> {
    const [row] = await queryRows<AccountState>(
      tx,
      `select a.*, d.host as domain, case when s.id is not null
           then json_build_object('id', s.id, 'name', s.name, 'main', s.main) end as sub_account
         from accounts a
           left join vanity_domains d on d.account_id = a.id and d.verified_on is not null
           left join sub_accounts s on s.account_id = a.id and s.id = $2
         where a.id = $1`,
      [id, subAccountId],
    );
    if (!row) throw new Error(`account ${id} was not found when its event was written`);
    return row;
  }

  async save(tx: Tx, id: number, columns: AccountColumns): Promise<void> {
    await tx.update(AccountEntity, id, { ...columns, updated_on: () => 'now()' });
  }

  /** Increments the version of the locked account. Returns the account with the new version, which is for one event. */
  async incrementVersion(tx: Tx, id: number): Promise<AccountEntity> {
    const [row] = await queryRows<AccountEntity>(
      tx,
      'update accounts set version = version + 1 where id = $1 returning *',
      [id],
    );
    if (!row) throw new Error(`account ${id} was not found when its version was incremented`);
    return row;
  }
}
