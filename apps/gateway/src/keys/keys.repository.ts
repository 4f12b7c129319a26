import { Injectable } from '@nestjs/common';
import { effectiveScopes, type PlanLimits, type Principal, type Role, type Scope } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { Any } from 'typeorm';
import { limitsOf } from '../plans/plan-limits';
import type { PlanName } from '../plans/plans';
import { addressCheck } from './allowed-ips';
import { isSameHash } from './api-key';
import { APP_ALLOWED_SQL } from './app-allowed.sql';
import { KeyEntity } from './key.entity';

/** The access token with which a connected app uses its key. */
export interface VerifiedToken {
  expiresOn: Date;
  /** True unless the account has switched this app or all apps off. */
  isAllowed: boolean;
}

/** A key that exists, with the principal that its requests act as. Cached for at most 30 s. */
export interface VerifiedKey {
  keyId: number;
  principal: Principal;
  expiresOn: Date | null;
  /** True if the API integration of the account is switched on. */
  apiEnabled: boolean;
  /** Tells whether the key may be used from an address. Null if it may be used from every address. */
  isAllowedFrom: ((address: string) => boolean) | null;
  /** Null for an API key. */
  token: VerifiedToken | null;
}

interface VerifiedKeyRow {
  id: number;
  name: string;
  role: Role;
  account_management: boolean;
  scopes: Scope[];
  expires_on: Date | null;
  allowed_ips: string[];
  account_id: number;
  plan: PlanName;
  limits: Partial<PlanLimits> | null;
  api_enabled: boolean;
  company_name: string;
  sub_account_id: number;
  sub_account_name: string;
  main: boolean;
  properties: number | null;
}

interface VerifiedTokenRow extends VerifiedKeyRow {
  token_expires_on: Date;
  /** The scopes of the token, which may be fewer than those of the key. */
  token_scope: string | null;
  is_allowed: boolean;
}

export type KeyRow = Omit<
  KeyEntity,
  | 'account'
  | 'sub_account'
  | 'hash'
  | 'announced_expiry'
  | 'deleted_at'
  | 'oauth_grant_id'
  | 'oauth_client_id'
  | 'oauth_registered'
  | 'oauth_host'
> & {
  /** Email of the user or name of the key that made this key. Null for other creators and for a deleted user. */
  created_by_name: string | null;
};
/** A key that a user made, or that was made by such a key. */
export type MadeKey = KeyRow & {
  /** True if the key belongs to the main sub account. */
  main: boolean;
  /** True for a connected app. */
  is_app: boolean;
};
/** A key whose expiry was not announced. */
export type ExpiredKey = Pick<KeyEntity, 'id' | 'account_id' | 'sub_account_id'>;
export type KeyColumns = Partial<Pick<KeyEntity, 'name' | 'allowed_ips' | 'expires_on'>>;
export type NewKey = Omit<KeyRow, 'id' | 'last_used_on' | 'created_on' | 'created_by_name'> &
  Pick<KeyEntity, 'hash'>;

const KEY = `k.id, k.account_id, k.sub_account_id, k.name, k.prefix, k.role, k.account_management, k.scopes,
  k.expires_on, k.allowed_ips, k.created_by_type, k.created_by_user_id, k.created_by_key_id, k.last_used_on, k.created_on,
  case k.created_by_type
    when 'user' then (select u.email from users u where u.id = k.created_by_user_id)
    when 'key' then (select c.name from keys c where c.id = k.created_by_key_id)
  end as created_by_name`;
const VERIFIED = `k.id, k.name, k.role, k.account_management, k.scopes, k.expires_on, k.allowed_ips,
    a.id as account_id, a.plan, a.limits, a.api_enabled, a.company_name,
    s.id as sub_account_id, s.name as sub_account_name, s.main, s.properties`;
const VERIFIED_TABLES = `keys k
  join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
  join accounts a on a.id = k.account_id`;
const LIVE = `from keys k join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
  where k.deleted_at is null and k.account_id = $1`;
/** Leaves out connected apps, which have operations of their own. */
const LIVE_KEYS = `${LIVE} and k.oauth_grant_id is null`;

/** Keys of a run of the worker. Many keys may expire at midnight. */
const MAX_EXPIRED = 500;

const EXPIRED = 'deleted_at is null and announced_expiry is distinct from expires_on';

@Injectable()
export class KeysRepository {
  constructor(private readonly database: Database) {}

  /** Returns the key with this hash, or null if there is none or if the key or its sub account was deleted. */
  async findVerified(prefix: string, hash: Buffer): Promise<VerifiedKey | null> {
    const rows = await this.database.query<VerifiedKeyRow & { hash: Buffer }>(
      `select k.hash, ${VERIFIED} from ${VERIFIED_TABLES}
        where k.prefix = $1 and k.deleted_at is null and k.oauth_grant_id is null`,
      [prefix],
    );
    const row = rows.find((candidate) => isSameHash(candidate.hash, hash));
    return row ? toVerifiedKey(row) : null;
  }

  /**
   * Returns the key of the app that has the access token with this hash, even if the token has expired. Returns null if there is
   * none, or if the access was ended.
   */
  async findVerifiedByToken(hash: Buffer): Promise<VerifiedKey | null> {
    const [row] = await this.database.query<VerifiedTokenRow>(
      `select ${VERIFIED}, t.expires_on as token_expires_on, t.payload->>'scope' as token_scope,
              ${APP_ALLOWED_SQL} as is_allowed
         from ${VERIFIED_TABLES} join oauth_records t on t.grant_id = k.oauth_grant_id
        where t.id = $1 and t.model = 'AccessToken' and k.deleted_at is null`,
      [hash],
    );
    return row ? toVerifiedApp(row) : null;
  }

  /** Writes `last_used_on`, at most once a minute for each key, even if many replicas report it. */
  async markUsed(keyIds: readonly number[]): Promise<void> {
    await this.database.queryWithin(
      'background',
      `update keys set last_used_on = now()
        where id = any($1) and (last_used_on is null or last_used_on < now() - interval '1 minute')`,
      [keyIds],
    );
  }

  /** Returns at most `rows` keys that are not deleted, oldest first. `onlySubAccounts` limits them to these sub accounts. */
  async list(
    accountId: number,
    onlySubAccounts: readonly number[] | null,
    afterId: number,
    rows: number,
  ): Promise<KeyRow[]> {
    return this.database.query<KeyRow>(
      `select ${KEY} ${LIVE_KEYS} and ($2::bigint[] is null or k.sub_account_id = any ($2)) and k.id > $3
        order by k.id limit $4`,
      [accountId, onlySubAccounts, afterId, rows],
    );
  }

  /** Counts the keys of the whole account that are not deleted. */
  async count(tx: Tx, accountId: number): Promise<number> {
    const [row] = await queryRows<{ used: number }>(tx, `select count(*)::int as used ${LIVE_KEYS}`, [
      accountId,
    ]);
    return row?.used ?? 0;
  }

  /** Call it while holding the account lock. */
  async find(tx: Tx, accountId: number, id: number): Promise<KeyRow | null> {
    const [row] = await queryRows<KeyRow>(tx, `select ${KEY} ${LIVE_KEYS} and k.id = $2`, [accountId, id]);
    return row ?? null;
  }

  async add(tx: Tx, key: NewKey): Promise<KeyRow> {
    const [row] = await queryRows<KeyRow>(
      tx,
      `insert into keys as k
         (account_id, sub_account_id, name, prefix, hash, role, account_management, scopes, expires_on, allowed_ips,
          created_by_type, created_by_user_id, created_by_key_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${KEY}`,
      [
        key.account_id,
        key.sub_account_id,
        key.name,
        key.prefix,
        key.hash,
        key.role,
        key.account_management,
        key.scopes,
        key.expires_on,
        key.allowed_ips,
        key.created_by_type,
        key.created_by_user_id,
        key.created_by_key_id,
      ],
    );
    return row as KeyRow;
  }

  /**
   * Lists the keys that a user made and the keys that were made by these, at any depth, oldest first. Follows deleted
   * keys and returns only keys that are not deleted.
   */
  async listMadeBy(tx: Tx, accountId: number, userId: number): Promise<MadeKey[]> {
    return queryRows<MadeKey>(
      tx,
      `with recursive made (id) as (
         select id from keys where account_id = $1 and created_by_user_id = $2
         union
         select child.id from keys child join made on child.created_by_key_id = made.id
       )
       select ${KEY}, s.main, k.oauth_grant_id is not null as is_app ${LIVE} and k.id in (select id from made) order by k.id`,
      [accountId, userId],
    );
  }

  async save(tx: Tx, id: number, columns: KeyColumns): Promise<void> {
    await tx.update(KeyEntity, id, columns);
  }

  /** Lists at most 500 keys that have expired and were not announced, those that expired first at the beginning. */
  async listExpired(now: Date): Promise<ExpiredKey[]> {
    return this.database.query<ExpiredKey>(
      `select id, account_id, sub_account_id from keys where ${EXPIRED} and expires_on <= $1
        order by expires_on limit ${MAX_EXPIRED}`,
      [now],
    );
  }

  /**
   * Remembers that the expiry of a key is announced. Returns the name of the key, or null if there is nothing to announce:
   * the key was announced or deleted meanwhile, or expires later. Call it while holding the account lock.
   */
  async markExpiryAnnounced(tx: Tx, id: number, now: Date): Promise<string | null> {
    const [row] = await queryRows<{ name: string }>(
      tx,
      `update keys set announced_expiry = expires_on where id = $1 and ${EXPIRED} and expires_on <= $2 returning name`,
      [id, now],
    );
    return row?.name ?? null;
  }

  /** Keeps the hashes, so that the same keys can never be added again. */
  async softDelete(tx: Tx, ids: readonly number[]): Promise<void> {
    await tx.update(KeyEntity, { id: Any([...ids]) }, { deleted_at: () => 'now()' });
  }
}

function toVerifiedKey(row: VerifiedKeyRow, scopes: Scope[] = scopesOf(row)): VerifiedKey {
  return {
    keyId: row.id,
    expiresOn: row.expires_on,
    apiEnabled: row.api_enabled,
    isAllowedFrom: row.allowed_ips.length === 0 ? null : addressCheck(row.allowed_ips),
    token: null,
    principal: {
      account_id: row.account_id,
      sub_account_id: row.sub_account_id,
      main: row.main && scopes.includes('account:manage'),
      key_id: row.id,
      role: row.role,
      scopes,
      limits: limitsOf(row.plan, row.limits, row.properties),
      names: { actor: row.name, company: row.company_name, sub_account: row.sub_account_name },
      ...(row.expires_on ? { ends_on: row.expires_on.toISOString() } : {}),
      ...(row.allowed_ips.length > 0 ? { ip_bound: true } : {}),
    },
  };
}

function scopesOf({ role, account_management, scopes }: VerifiedKeyRow): Scope[] {
  return effectiveScopes(role, account_management, scopes);
}

/** The token may have fewer scopes than the app was given, and never more. */
function toVerifiedApp({ token_expires_on, token_scope, is_allowed, ...row }: VerifiedTokenRow): VerifiedKey {
  const ofToken = token_scope?.split(' ') ?? [];
  const scopes = scopesOf(row).filter((scope) => ofToken.includes(scope));
  return { ...toVerifiedKey(row, scopes), token: { expiresOn: token_expires_on, isAllowed: is_allowed } };
}
