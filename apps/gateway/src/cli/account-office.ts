import { ApiError } from '@plaudit/contracts';
import type { Database } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { Randomness } from '@plaudit/runtime';
import { AccountChanges } from '../accounts/account-changes';
import { AccountEdits } from '../accounts/account-edits';
import { type AccountColumns, AccountsRepository } from '../accounts/accounts.repository';
import { operatorOf } from '../accounts/actor';
import { type NewAccount, NewAccounts, type OpenedAccount } from '../accounts/new-accounts';
import { NewAccountsRepository } from '../accounts/new-accounts.repository';
import { SubAccountsRepository } from '../accounts/sub-accounts.repository';
import { violates } from '../accounts/unique-violation';
import { AuditLog } from '../audit/audit-log';
import { AuditRepository } from '../audit/audit.repository';
import { ApiKeyCache } from '../authentication/api-key.cache';
import { KeysRepository } from '../keys/keys.repository';

const KEY_NAME = 'First key';

/** What the operator does with accounts, outside of any gateway: their relay publishes the events within a second. */
export class AccountOffice {
  private readonly accounts: NewAccounts;
  private readonly edits: AccountEdits;
  private readonly subAccounts: SubAccountsRepository;

  constructor(private readonly database: Database) {
    const audit = new AuditLog(new AuditRepository());
    const rows = new AccountsRepository(database);
    const outbox = new Outbox({ service: 'gateway', wake: () => {} });
    const keys = new ApiKeyCache(new KeysRepository(database));
    const changes = new AccountChanges(database, rows, audit, outbox, keys);
    this.accounts = new NewAccounts(new NewAccountsRepository(), audit, new Randomness());
    this.edits = new AccountEdits(rows, changes);
    this.subAccounts = new SubAccountsRepository(database);
  }

  async open(wanted: Omit<NewAccount, 'keyName' | 'apiKey'>): Promise<OpenedAccount> {
    try {
      return await this.database.transaction((tx) =>
        this.accounts.open(tx, { ...wanted, keyName: KEY_NAME }),
      );
    } catch (error) {
      if (!violates(error, 'users_email_key')) throw error;
      throw new ApiError('email_taken', `A user with the email ${wanted.email} exists already.`);
    }
  }

  async change(
    accountId: number,
    columns: Pick<AccountColumns, 'plan' | 'limits' | 'api_enabled'>,
  ): Promise<void> {
    const main = (await this.subAccounts.list(accountId, null)).find((one) => one.main);
    if (!main) throw new ApiError('not_found', `There is no account ${accountId}.`);
    await this.edits.save(operatorOf(accountId, main.id), columns);
  }
}
