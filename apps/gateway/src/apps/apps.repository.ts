import { Injectable } from '@nestjs/common';
import type { Role, Scope } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import type { AppPolicy } from '../accounts/account.entity';
import type { AppRegistration, KeyEntity } from '../keys/key.entity';

/** A connected app: the key that its tokens act with, the user who connected it, and its sub account. */
export interface AppRow {
  id: number;
  account_id: number;
  sub_account_id: number;
  name: string;
  role: Role;
  account_management: boolean;
  scopes: Scope[];
  expires_on: Date | null;
  last_used_on: Date | null;
  created_on: Date;
  oauth_grant_id: string;
  oauth_client_id: string;
  oauth_registered: AppRegistration;
  oauth_host: string;
  user_id: number;
  user_name: string | null;
  sub_account_name: string;
}

export type NewApp = Pick<
  KeyEntity,
  | 'account_id'
  | 'sub_account_id'
  | 'name'
  | 'role'
  | 'account_management'
  | 'scopes'
  | 'expires_on'
  | 'allowed_ips'
> &
  Pick<AppRow, 'oauth_grant_id' | 'oauth_client_id' | 'oauth_registered' | 'oauth_host' | 'user_id'>;

/** Which apps of an account to list. Null selects all. */
export interface AppSelection {
  subAccountId: number | null;
  userId: number | null;
}

/** What decides whether an app may be used in an account. */
export interface AccountApps {
  policy: AppPolicy;
  allowed_apps: string[];
}

/** The prefix of the row of an app, which has no key of its own. No API key begins with it. */
const NO_PREFIX = 'app';

const APP = `k.id, k.account_id, k.sub_account_id, k.name, k.role, k.account_management, k.scopes, k.expires_on, k.last_used_on,
  k.created_on, k.oauth_grant_id, k.oauth_client_id, k.oauth_registered, k.oauth_host, k.created_by_user_id as user_id,
  (select coalesce(u.name, u.email) from users u where u.id = k.created_by_user_id) as user_name,
  s.name as sub_account_name`;
const LIVE = `from keys k join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
  where k.oauth_grant_id is not null and k.deleted_at is null`;

/** Loads and saves the keys of connected apps. */
@Injectable()
export class AppsRepository {
  constructor(private readonly database: Database) {}

  /** Returns at most `rows` connected apps of an account, oldest first. */
  async list(
    accountId: number,
    { subAccountId, userId }: AppSelection,
    afterId: number,
    rows: number,
  ): Promise<AppRow[]> {
    return this.database.query<AppRow>(
      `select ${APP} ${LIVE} and k.account_id = $1 and ($2::bigint is null or k.sub_account_id = $2)
          and ($3::bigint is null or k.created_by_user_id = $3) and k.id > $4
        order by k.id limit $5`,
      [accountId, subAccountId, userId, afterId, rows],
    );
  }

  /** Call it while holding the account lock. */
  async find(tx: Tx, accountId: number, id: number): Promise<AppRow | null> {
    const [row] = await queryRows<AppRow>(tx, `select ${APP} ${LIVE} and k.account_id = $1 and k.id = $2`, [
      accountId,
      id,
    ]);
    return row ?? null;
  }

  /** Returns the app to which this access was given, even if the access has expired. */
  async findByGrant(grantId: string): Promise<AppRow | null> {
    const [row] = await this.database.query<AppRow>(`select ${APP} ${LIVE} and k.oauth_grant_id = $1`, [
      grantId,
    ]);
    return row ?? null;
  }

  /** Returns the policy of the account for apps, and whether its API is switched on. Null if there is no such account. */
  async findPolicy(accountId: number): Promise<(AccountApps & { api_enabled: boolean }) | null> {
    const [row] = await this.database.query<AccountApps & { api_enabled: boolean }>(
      `select oauth_policy as policy, oauth_allowed_apps as allowed_apps, api_enabled from accounts where id = $1`,
      [accountId],
    );
    return row ?? null;
  }

  /** Counts the apps that a user has connected. */
  async countOf(tx: Tx, userId: number): Promise<number> {
    const [row] = await queryRows<{ used: number }>(
      tx,
      `select count(*)::int as used ${LIVE} and k.created_by_user_id = $1`,
      [userId],
    );
    return row?.used ?? 0;
  }

  /** The hash is that of the access, which is the text of no API key. */
  async add(tx: Tx, app: NewApp): Promise<number> {
    const [row] = await queryRows<{ id: number }>(
      tx,
      `insert into keys
         (account_id, sub_account_id, name, prefix, hash, role, account_management, scopes, expires_on, allowed_ips,
          created_by_type, created_by_user_id, oauth_grant_id, oauth_client_id, oauth_registered, oauth_host)
       values ($1, $2, $3, '${NO_PREFIX}', sha256(convert_to($4, 'UTF8')), $5, $6, $7, $8, $9, 'user', $10, $4, $11, $12, $13)
       returning id`,
      [
        app.account_id,
        app.sub_account_id,
        app.name,
        app.oauth_grant_id,
        app.role,
        app.account_management,
        app.scopes,
        app.expires_on,
        app.allowed_ips,
        app.user_id,
        app.oauth_client_id,
        app.oauth_registered,
        app.oauth_host,
      ],
    );
    return (row as { id: number }).id;
  }

  /** Returns the names of these clients by their ids. A client that is not known is missing. */
  async namesOf(clientIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.database.query<{ id: string; name: string }>(
      `select id, coalesce(metadata->>'client_name', id) as name from oauth_clients where id = any ($1)`,
      [clientIds],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
