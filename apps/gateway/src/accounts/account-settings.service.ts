import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { isUniqueViolation } from '@plaudit/database';
import { type AccountChange, AccountChangesService } from './account-changes.service';
import { type AccountColumns, AccountsRepository } from './accounts.repository';
import { type Actor, requireAllRights, requireUnbounded } from './actor';
import { changedColumns } from './changed-columns';

/**
 * Saves an account's settings: name, website, domain, plan, limits and whether its API is enabled. They apply in every
 * gateway at once. A lower limit refuses additions and removes nothing that exists.
 */
@Injectable()
export class AccountSettingsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly changes: AccountChangesService,
  ) {}

  /**
   * Saves the columns that differ. Throws 400 if another account uses the `vanity_url`, and 403 if the actor may not
   * change one of them.
   */
  async save(actor: Actor, wanted: AccountColumns): Promise<void> {
    try {
      await this.changes.run(actor, (change) => this.saveChanged(change, wanted));
    } catch (error) {
      if (!isUniqueViolation(error, 'accounts_vanity_url_key')) throw error;
      throw new ApiError('invalid_url', 'vanity_url is the domain of another account; choose another.', {
        field: 'vanity_url',
      });
    }
  }

  private async saveChanged(change: AccountChange, wanted: AccountColumns): Promise<void> {
    const { tx, account } = change;
    const changed = changedColumns<AccountColumns>(account, wanted);
    if (!changed) return;
    assertAllowed(change, changed.after);
    await this.accounts.save(tx, account.id, changed.after);
    const target = { type: 'account', id: account.id };
    await this.changes.announce(change, 'account', { action: 'account.updated', target, ...changed });
  }
}

/**
 * Switching the API off ends the use of every key. Whoever sets the sign-in domain gets the next admin's login link, and
 * with it every right of the account. Demanding two-factor sign-in can keep admins out.
 */
function assertAllowed({ actor, bounds }: AccountChange, changed: AccountColumns): void {
  const { api_enabled, vanity_url, require_two_factor } = changed;
  if ([api_enabled, vanity_url, require_two_factor].some((value) => value !== undefined))
    requireAllRights(actor);
  if (vanity_url !== undefined) requireUnbounded(bounds);
}
