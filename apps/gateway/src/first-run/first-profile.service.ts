import { Injectable } from '@nestjs/common';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { type AccountColumns, AccountsRepository } from '../accounts/accounts.repository';
import { changedColumns } from '../accounts/changed-columns';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { type UserColumns, type UserRow, UsersRepository } from '../users/users.repository';

export interface FirstProfile {
  companyName: string;
  user: Pick<UserColumns, 'email' | 'name' | 'language' | 'time_zone'>;
  passwordHash: string;
}

/** Replaces the names and the sign-in that the first start made up. */
@Injectable()
export class FirstProfileService {
  constructor(
    private readonly changes: AccountChangesService,
    private readonly accounts: AccountsRepository,
    private readonly subAccounts: SubAccountsRepository,
    private readonly users: UsersRepository,
  ) {}

  /** Saves the profile of the user, and the name and the time zone of the account. The user is the actor in the audit log. Returns the user before. */
  async save(change: AccountChange, userId: number, profile: FirstProfile): Promise<UserRow> {
    const user = await this.users.findForUpdate(change.tx, change.account.id, userId);
    if (!user) throw new Error(`user ${userId} of a setup link was not found`);
    const byUser = { ...change, actor: { ...change.actor, userId } };
    await this.saveUser(byUser, user, profile);
    await this.saveAccount(byUser, profile);
    return user;
  }

  private async saveUser(
    change: AccountChange,
    user: UserRow,
    { user: wanted, passwordHash }: FirstProfile,
  ): Promise<void> {
    const { before, after } = changedColumns<UserColumns>(user, wanted) ?? { before: {}, after: {} };
    await this.users.save(change.tx, user.id, { ...after, password_hash: passwordHash });
    await this.changes.announce(change, 'user', {
      action: 'user.updated',
      target: { type: 'user', id: user.id },
      before,
      after: { ...after, password: 'changed' },
    });
  }

  /** The zone of the first person is that of the account. The main sub account has its name, as when both were created. */
  private async saveAccount(change: AccountChange, { companyName, user }: FirstProfile): Promise<void> {
    const { tx, actor, account } = change;
    const wanted = { company_name: companyName, time_zone: user.time_zone };
    const changed = changedColumns<AccountColumns>(account, wanted);
    if (!changed) return;
    await this.accounts.save(tx, account.id, changed.after);
    const target = { type: 'account', id: account.id };
    await this.changes.announce(change, 'account', { action: 'account.updated', target, ...changed });
    if (changed.after.company_name === undefined) return;
    await this.subAccounts.save(tx, actor.subAccountId, { name: companyName });
    await this.changes.announce(change, 'sub_account', {
      action: 'sub_account.updated',
      target: { type: 'sub_account', id: actor.subAccountId },
      before: { name: account.company_name },
      after: { name: companyName },
    });
  }
}
