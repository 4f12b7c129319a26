import { Injectable } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Randomness } from '@plaudit/runtime';
import { VanityDomainsRepository } from '../vanity-domains/vanity-domains.repository';
import { type AccountChange, AccountChangesService } from './account-changes.service';
import { type AccountColumns, AccountsRepository } from './accounts.repository';
import { type Actor, refuseApps, requireAllRights, requireProof, requireUnbounded } from './actor';
import { changedColumns } from './changed-columns';

const TOKEN_BYTES = 32;

/**
 * Saves an account's settings: name, website, domain, plan, limits and whether its API is enabled. They apply in every
 * gateway at once. A lower limit refuses additions and removes nothing that exists.
 */
@Injectable()
export class AccountSettingsService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly changes: AccountChangesService,
    private readonly vanityDomains: VanityDomainsRepository,
    private readonly randomness: Randomness,
  ) {}

  /**
   * Saves the columns that differ. A new `vanity_url` is pending until its proof is seen. Throws 403 if the actor may not
   * change one of the columns.
   */
  async save(actor: Actor, wanted: AccountColumns): Promise<void> {
    await this.changes.run(actor, (change) => this.saveChanged(change, wanted));
  }

  private async saveChanged(change: AccountChange, wanted: AccountColumns): Promise<void> {
    const { tx, account } = change;
    const changed = changedColumns<AccountColumns>(account, wanted);
    if (!changed) return;
    assertAllowed(change, changed.after);
    await this.accounts.save(tx, account.id, changed.after);
    const { vanity_url } = changed.after;
    if (vanity_url !== undefined) {
      const token = this.randomness.bytes(TOKEN_BYTES).toString('hex');
      await this.vanityDomains.name(tx, account.id, vanity_url, token);
    }
    const target = { type: 'account', id: account.id };
    await this.changes.announce(change, 'account', { action: 'account.updated', target, ...changed });
  }
}

/**
 * Switching the API off ends the use of every key. A caller who sets the sign-in domain gets the next admin's login link, and
 * with it every right of the account. Demanding two-factor sign-in can keep admins out.
 */
function assertAllowed(change: AccountChange, changed: AccountColumns): void {
  const { actor } = change;
  const { api_enabled, vanity_url, require_two_factor } = changed;
  if ([api_enabled, vanity_url, require_two_factor].some((value) => value !== undefined)) {
    refuseApps(change.bounds);
    requireAllRights(actor);
  }
  if (vanity_url !== undefined) requireUnbounded(change);
  if (require_two_factor && actor.session?.hasTwoFactor === false) throw needsOwnTwoFactor();
  if (vanity_url !== undefined || api_enabled !== undefined || require_two_factor === false)
    requireProof(actor);
}

/** 403: the rule would shut out the one who makes it. */
function needsOwnTwoFactor(): ApiError {
  return new ApiError(
    'forbidden',
    'Switch on two-factor sign-in for yourself before you require it of every administrator.',
    { field: 'require_two_factor', required: 'two_factor' },
  );
}
