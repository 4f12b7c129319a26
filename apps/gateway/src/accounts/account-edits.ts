import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { type AccountChange, AccountChanges } from './account-changes';
import { type AccountColumns, AccountsRepository } from './accounts.repository';
import type { Actor } from './actor';
import { changedColumns } from './changed-columns';
import { violates } from './unique-violation';

/**
 * Saves what of an account's own columns is new. Plan, limits and the switch of the integration count on every gateway
 * at once, and for everything made from then on; nothing that exists is taken away.
 */
@Injectable()
export class AccountEdits {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly changes: AccountChanges,
  ) {}

  async save(actor: Actor, wanted: AccountColumns): Promise<void> {
    try {
      await this.changes.run(actor, (change) => this.saveChanged(change, wanted));
    } catch (error) {
      if (!violates(error, 'accounts_vanity_url_key')) throw error;
      throw new ApiError('invalid_url', 'vanity_url is the domain of another account; choose another.', {
        field: 'vanity_url',
      });
    }
  }

  private async saveChanged(change: AccountChange, wanted: AccountColumns): Promise<void> {
    const { tx, account } = change;
    const changed = changedColumns<AccountColumns>(account, wanted);
    if (!changed) return;
    await this.accounts.save(tx, account.id, changed.after);
    const target = { type: 'account', id: account.id };
    await this.changes.announce(change, 'account', { action: 'account.updated', target, ...changed });
  }
}
