import { Injectable } from '@nestjs/common';
import { Database, insertedId, queryRows, type Tx } from '@plaudit/database';
import { UserEntity } from './user.entity';

export type UserRow = Omit<UserEntity, 'account'>;
export type NewUser = Pick<
  UserEntity,
  'account_id' | 'email' | 'name' | 'password_hash' | 'role' | 'sub_accounts'
>;
export type UserColumns = Partial<
  Pick<
    UserEntity,
    'email' | 'name' | 'password_hash' | 'role' | 'sub_accounts' | 'language' | 'time_zone' | 'invited_on'
  >
>;

/** An account in which a person who signs in has a user. */
export interface AccountChoice {
  id: number;
  name: string;
}

// node-postgres would return a bigint[] as strings; JSON keeps its items numbers.
const USER = `id, account_id, email, name, password_hash, role, to_json(sub_accounts) as sub_accounts, two_factor_on, language, time_zone, invited_on, created_on, updated_on`;

@Injectable()
export class UsersRepository {
  constructor(private readonly database: Database) {}

  /**
   * Lists at most `rows` users, oldest first. With `onlySubAccountId`, lists only users whose access is limited to that
   * sub account.
   */
  async list(
    accountId: number,
    onlySubAccountId: number | null,
    afterId: number,
    rows: number,
  ): Promise<UserRow[]> {
    const only =
      onlySubAccountId === null ? '' : 'and cardinality(sub_accounts) = 1 and sub_accounts[1] = $4';
    return this.database.query<UserRow>(
      `select ${USER} from users where account_id = $1 and id > $2 ${only} order by id limit $3`,
      [accountId, afterId, rows, ...(onlySubAccountId === null ? [] : [onlySubAccountId])],
    );
  }

  async find(accountId: number, id: number): Promise<UserRow | null> {
    const [row] = await this.database.query<UserRow>(
      `select ${USER} from users where account_id = $1 and id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /**
   * Returns the first `limit` users with this email, ignoring case, oldest first. One person may have a user in several
   * accounts.
   */
  async listByEmail(email: string, limit: number): Promise<UserRow[]> {
    return this.database.query<UserRow>(
      `select ${USER} from users where lower(email) = lower($1) order by id limit $2`,
      [email, limit],
    );
  }

  /** Returns the accounts with these ids and their names. */
  async listAccounts(ids: readonly number[]): Promise<AccountChoice[]> {
    return this.database.query<AccountChoice>(
      'select id, company_name as name from accounts where id = any($1) order by company_name, id',
      [ids],
    );
  }

  /** Returns the account's user with this email, ignoring case. */
  async findInAccount(accountId: number, email: string): Promise<UserRow | null> {
    const [row] = await this.database.query<UserRow>(
      `select ${USER} from users where account_id = $1 and lower(email) = lower($2)`,
      [accountId, email],
    );
    return row ?? null;
  }

  /**
   * Like {@link find}, but locks the row until the transaction ends. Take the lock on the account first if the change needs
   * that, too.
   */
  async findForUpdate(tx: Tx, accountId: number, id: number): Promise<UserRow | null> {
    const [row] = await queryRows<UserRow>(
      tx,
      `select ${USER} from users where account_id = $1 and id = $2 for update`,
      [accountId, id],
    );
    return row ?? null;
  }

  /**
   * Returns false if the user was deleted, or has another password, other sub accounts or another two-factor sign-in
   * than in `user`. Locks the row, so that they stay unchanged until the transaction ends.
   */
  async isUnchanged(tx: Tx, { id, password_hash, sub_accounts, two_factor_on }: UserRow): Promise<boolean> {
    const rows = await queryRows(
      tx,
      `select from users where id = $1 and password_hash = $2 and sub_accounts = $3
          and (two_factor_on is null) = $4 for share`,
      [id, password_hash, sub_accounts, two_factor_on === null],
    );
    return rows.length > 0;
  }

  count(tx: Tx, accountId: number): Promise<number> {
    return tx.countBy(UserEntity, { account_id: accountId });
  }

  /** Counts the admins of the whole account other than this user. */
  async countOtherAdmins(tx: Tx, accountId: number, id: number): Promise<number> {
    const [row] = await queryRows<{ others: number }>(
      tx,
      "select count(*) as others from users where account_id = $1 and role = 'admin' and sub_accounts = '{}' and id <> $2",
      [accountId, id],
    );
    return row?.others ?? 0;
  }

  async add(tx: Tx, user: NewUser): Promise<number> {
    return insertedId(await tx.insert(UserEntity, { ...user }));
  }

  async save(tx: Tx, id: number, columns: UserColumns): Promise<void> {
    await tx.update(UserEntity, { id }, { ...columns, updated_on: () => 'now()' });
  }

  async delete(tx: Tx, id: number): Promise<void> {
    await tx.delete(UserEntity, { id });
  }
}
