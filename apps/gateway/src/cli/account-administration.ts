import { ApiError } from '@plaudit/contracts';
import type { Database } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { Clock, Randomness } from '@plaudit/runtime';
import { AccountChangesService } from '../accounts/account-changes.service';
import { AccountSettingsService } from '../accounts/account-settings.service';
import { type AccountColumns, AccountsRepository } from '../accounts/accounts.repository';
import { type Actor, operatorOf } from '../accounts/actor';
import { NewAccountsRepository } from '../accounts/new-accounts.repository';
import { type CreatedAccount, type NewAccount, NewAccountsService } from '../accounts/new-accounts.service';
import { AuditRepository } from '../audit/audit.repository';
import { AuditService } from '../audit/audit.service';
import { RequestOriginService } from '../audit/request-origin.service';
import { RefusalsRepository } from '../audit/requests/refusals.repository';
import { ApiKeyCache } from '../authentication/api-key.cache';
import { GatewayEnv } from '../gateway.env';
import { KeysRepository } from '../keys/keys.repository';
import { ClientAddressService } from '../proxy/client-address.service';
import { SessionsRepository } from '../sessions/sessions.repository';
import { VanityDomainsRepository } from '../vanity-domains/vanity-domains.repository';
import { VanityVerificationsService } from '../vanity-domains/vanity-verifications.service';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { TwoFactorResetService } from '../two-factor/two-factor-reset.service';
import { TwoFactorsRepository } from '../two-factor/two-factors.repository';
import { UsersRepository } from '../users/users.repository';

const KEY_NAME = 'First key';

export interface AccountPatch extends Pick<AccountColumns, 'plan' | 'limits' | 'api_enabled'> {
  vanity?: 'verified' | 'pending';
}

/**
 * Creates and changes accounts for the operator, in a process of its own. It writes events to the outbox, and a running
 * gateway publishes them within a second.
 */
export class AccountAdministration {
  private readonly newAccounts: NewAccountsService;
  private readonly settings: AccountSettingsService;
  private readonly verifications: VanityVerificationsService;
  private readonly subAccounts: SubAccountsRepository;
  private readonly users: UsersRepository;
  private readonly twoFactor: TwoFactorResetService;

  constructor(private readonly database: Database) {
    const origins = new RequestOriginService(new ClientAddressService(new GatewayEnv()));
    const audit = new AuditService(new AuditRepository(database), new RefusalsRepository(database), origins);
    const accounts = new AccountsRepository(database);
    const outbox = new Outbox({ service: 'gateway', wake: () => {} });
    const keys = new ApiKeyCache(new KeysRepository(database));
    const changes = new AccountChangesService(database, accounts, audit, outbox, keys);
    this.newAccounts = new NewAccountsService(
      new NewAccountsRepository(),
      accounts,
      audit,
      outbox,
      new Randomness(),
    );
    const domains = new VanityDomainsRepository(database);
    this.settings = new AccountSettingsService(accounts, changes, domains, new Randomness());
    this.verifications = new VanityVerificationsService(domains, changes, new Clock());
    this.subAccounts = new SubAccountsRepository(database);
    this.users = new UsersRepository(database);
    this.twoFactor = new TwoFactorResetService(
      changes,
      this.users,
      new TwoFactorsRepository(database),
      new SessionsRepository(database),
    );
  }

  async create(wanted: Omit<NewAccount, 'keyName' | 'apiKey'>): Promise<CreatedAccount> {
    return this.database.transaction((tx) => this.newAccounts.create(tx, { ...wanted, keyName: KEY_NAME }));
  }

  /**
   * `vanity` verifies the account's white-label domain without DNS, or makes it pending. Throws 404 if the account does
   * not exist, and 400 if `vanity` is given and it has no domain.
   */
  async change(accountId: number, { vanity, ...columns }: AccountPatch): Promise<void> {
    const operator = await this.operator(accountId);
    if (vanity) await this.verifications.storeDecision(operator, vanity === 'verified');
    await this.settings.save(operator, columns);
  }

  /** Switches off the two-factor sign-in of a user who lost their phone. Throws 404 if the account has no such user. */
  async resetTwoFactor(accountId: number, email: string): Promise<void> {
    const operator = await this.operator(accountId);
    const user = await this.users.findInAccount(accountId, email);
    if (!user) throw new ApiError('not_found', `Account ${accountId} has no user with the email ${email}.`);
    await this.twoFactor.reset(operator, user.id);
  }

  private async operator(accountId: number): Promise<Actor> {
    const main = await this.subAccounts.findMain(accountId);
    if (main === null) throw new ApiError('not_found', `Account ${accountId} does not exist.`);
    return operatorOf({ account_id: accountId, sub_account_id: main });
  }
}
