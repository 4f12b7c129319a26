import { Injectable } from '@nestjs/common';
import { Database, insertedId, queryRows, type Tx } from '@plaudit/database';
import type { AccountEntity } from '../accounts/account.entity';
import { SubAccountEntity } from './sub-account.entity';

/** A sub account with the columns of its account that apply to it. */
export type SubAccountRow = SubAccountEntity & Pick<AccountEntity, 'plan' | 'limits' | 'video' | 'invite'>;
export type SubAccountColumns = Partial<Pick<SubAccountEntity, 'name' | 'properties'>>;

export interface SubAccountSelection {
  /** Text that the name contains, ignoring case. Empty selects every name. */
  name?: string;
  afterId: number;
  rows: number;
}

const UNKNOWN = `
  select wanted.id from unnest($2::bigint[]) as wanted (id)
   where not exists (select from sub_accounts s
     where s.id = wanted.id and s.account_id = $1 and s.deleted_at is null)`;

@Injectable()
export class SubAccountsRepository {
  constructor(private readonly database: Database) {}

  /** Lists sub accounts that are not deleted, oldest first. Lists only those of `onlyIds` unless it is null. */
  async list(
    accountId: number,
    onlyIds: readonly number[] | null,
    { name = '', afterId, rows }: SubAccountSelection,
  ): Promise<SubAccountRow[]> {
    return this.database.query<SubAccountRow>(
      `select s.*, a.plan, a.limits, a.video, a.invite
         from sub_accounts s join accounts a on a.id = s.account_id
        where s.account_id = $1 and s.deleted_at is null and ($2::bigint[] is null or s.id = any ($2))
          and s.id > $3 and ($5 = '' or strpos(lower(s.name), lower($5)) > 0)
        order by s.id limit $4`,
      [accountId, onlyIds, afterId, rows, name],
    );
  }

  /** Returns the id of the account's main sub account, or null if there is no such account. */
  async findMain(accountId: number): Promise<number | null> {
    const [row] = await this.database.query<{ id: number }>(
      'select id from sub_accounts where account_id = $1 and main',
      [accountId],
    );
    return row?.id ?? null;
  }

  /** Returns null if the sub account does not exist or is deleted. Call it while holding the account lock. */
  async find(tx: Tx, accountId: number, id: number): Promise<SubAccountEntity | null> {
    const [row] = await queryRows<SubAccountEntity>(
      tx,
      'select * from sub_accounts where account_id = $1 and id = $2 and deleted_at is null',
      [accountId, id],
    );
    return row ?? null;
  }

  /** Returns the ids that are not sub accounts of this account, or are deleted. */
  async findUnknown(tx: Tx, accountId: number, ids: readonly number[]): Promise<number[]> {
    return (await queryRows<{ id: number }>(tx, UNKNOWN, [accountId, ids])).map(({ id }) => id);
  }

  /** Does the same as {@link findUnknown} outside of a transaction. */
  async readUnknown(accountId: number, ids: readonly number[]): Promise<number[]> {
    return (await this.database.query<{ id: number }>(UNKNOWN, [accountId, ids])).map(({ id }) => id);
  }

  async count(tx: Tx, accountId: number): Promise<number> {
    const [row] = await queryRows<{ used: number }>(
      tx,
      'select count(*) as used from sub_accounts where account_id = $1 and deleted_at is null',
      [accountId],
    );
    return row?.used ?? 0;
  }

  async add(tx: Tx, accountId: number, name: string, properties: number | null): Promise<number> {
    return insertedId(await tx.insert(SubAccountEntity, { account_id: accountId, name, properties }));
  }

  async save(tx: Tx, id: number, columns: SubAccountColumns): Promise<void> {
    await tx.update(SubAccountEntity, { id }, { ...columns, updated_on: () => 'now()' });
  }

  /**
   * Marks a sub account as deleted, so that its keys stop working. Removes it from the users' lists of sub accounts. A
   * user who has no other sub account keeps it, because an empty list would give access to the whole account.
   */
  async softDelete(tx: Tx, accountId: number, id: number): Promise<void> {
    await tx.update(SubAccountEntity, { id }, { deleted_at: () => 'now()', updated_on: () => 'now()' });
    await queryRows(
      tx,
      `update users set sub_accounts = array_remove(sub_accounts, $2), updated_on = now()
        where account_id = $1 and $2 = any (sub_accounts) and cardinality(sub_accounts) > 1`,
      [accountId, id],
    );
  }
}
