import { Injectable } from '@nestjs/common';
import { effectiveScopes, type PlanLimits, type Principal, type Role, type Scope } from '@plaudit/contracts';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { limitsOf } from '../plans/plan-limits';
import type { PlanName } from '../plans/plans';
import { isSameHash } from './api-key';
import type { KeyEntity } from './key.entity';

/** A key that exists, with the principal that its requests act as. Cached for at most 30 s. */
export interface VerifiedKey {
  keyId: number;
  principal: Principal;
  expiresOn: Date | null;
  /** True if the API integration of the account is switched on. */
  apiEnabled: boolean;
}

interface VerifiedKeyRow {
  id: number;
  hash: Buffer;
  role: Role;
  account_management: boolean;
  scopes: Scope[];
  expires_on: Date | null;
  account_id: number;
  plan: PlanName;
  limits: Partial<PlanLimits> | null;
  api_enabled: boolean;
  sub_account_id: number;
  main: boolean;
  properties: number | null;
}

export type KeyRow = Omit<KeyEntity, 'account' | 'sub_account' | 'hash' | 'deleted_at'>;
export type NewKey = Omit<KeyRow, 'id' | 'last_used_on' | 'created_on'> & Pick<KeyEntity, 'hash'>;

const KEY = `k.id, k.account_id, k.sub_account_id, k.name, k.prefix, k.role, k.account_management, k.scopes,
  k.expires_on, k.last_used_on, k.created_on`;
const LIVE = `from keys k join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
  where k.deleted_at is null and k.account_id = $1`;

@Injectable()
export class KeysRepository {
  constructor(private readonly database: Database) {}

  /** Returns the key with this hash, or null if there is none or if the key or its sub account was deleted. */
  async findVerified(prefix: string, hash: Buffer): Promise<VerifiedKey | null> {
    const rows = await this.database.query<VerifiedKeyRow>(
      `select k.id, k.hash, k.role, k.account_management, k.scopes, k.expires_on,
              a.id as account_id, a.plan, a.limits, a.api_enabled,
              s.id as sub_account_id, s.main, s.properties
         from keys k
         join sub_accounts s on s.id = k.sub_account_id and s.deleted_at is null
         join accounts a on a.id = k.account_id
        where k.prefix = $1 and k.deleted_at is null`,
      [prefix],
    );
    const row = rows.find((candidate) => isSameHash(candidate.hash, hash));
    return row ? toVerifiedKey(row) : null;
  }

  /** Writes `last_used_on`, at most once a minute for each key, even if many replicas report it. */
  async markUsed(keyIds: readonly number[]): Promise<void> {
    await this.database.query(
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
      `select ${KEY} ${LIVE} and ($2::bigint[] is null or k.sub_account_id = any ($2)) and k.id > $3
        order by k.id limit $4`,
      [accountId, onlySubAccounts, afterId, rows],
    );
  }

  /** Returns the id of the key's sub account, or null if there is no such key. */
  async findSubAccount(accountId: number, id: number): Promise<number | null> {
    const [row] = await this.database.query<KeyRow>(`select ${KEY} ${LIVE} and k.id = $2`, [accountId, id]);
    return row?.sub_account_id ?? null;
  }

  /** Counts the keys of the whole account that are not deleted. */
  async count(tx: Tx, accountId: number): Promise<number> {
    const [row] = await queryRows<{ used: number }>(tx, `select count(*)::int as used ${LIVE}`, [accountId]);
    return row?.used ?? 0;
  }

  /** Call it while holding the account lock. */
  async find(tx: Tx, accountId: number, id: number): Promise<KeyRow | null> {
    const [row] = await queryRows<KeyRow>(tx, `select ${KEY} ${LIVE} and k.id = $2`, [accountId, id]);
    return row ?? null;
  }

  async add(tx: Tx, key: NewKey): Promise<KeyRow> {
    const [row] = await queryRows<KeyRow>(
      tx,
      `insert into keys as k
         (account_id, sub_account_id, name, prefix, hash, role, account_management, scopes, expires_on)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${KEY}`,
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
      ],
    );
    return row as KeyRow;
  }

  /** Keeps the hash, so that the same key can never be added again. */
  async softDelete(tx: Tx, id: number): Promise<void> {
    await queryRows(tx, 'update keys set deleted_at = now() where id = $1', [id]);
  }
}

function toVerifiedKey(row: VerifiedKeyRow): VerifiedKey {
  return {
    keyId: row.id,
    expiresOn: row.expires_on,
    apiEnabled: row.api_enabled,
    principal: {
      account_id: row.account_id,
      sub_account_id: row.sub_account_id,
      main: row.main,
      key_id: row.id,
      role: row.role,
      scopes: effectiveScopes(row.role, row.account_management, row.scopes),
      limits: limitsOf(row.plan, row.limits, row.properties),
    },
  };
}
