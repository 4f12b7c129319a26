import { Injectable } from '@nestjs/common';
import { AccountChangesService } from '../accounts/account-changes.service';
import { type AccountColumns, AccountsRepository } from '../accounts/accounts.repository';
import {
  type Actor,
  noSuchAccount,
  refuseApps,
  requireAllRights,
  requireMain,
  requireProof,
} from '../accounts/actor';
import { changedColumns } from '../accounts/changed-columns';
import type { AppPolicyInput } from './apps.dto';
import type { AppPolicyResponse } from './apps.responses';
import { type AccountApps, AppsRepository } from './apps.repository';

/** Reads and changes which apps the users of an account may connect. */
@Injectable()
export class AppPoliciesService {
  constructor(
    private readonly apps: AppsRepository,
    private readonly accounts: AccountsRepository,
    private readonly changes: AccountChangesService,
  ) {}

  /** Throws 403 outside the main sub account. */
  async get(actor: Actor): Promise<AppPolicyResponse> {
    requireMain(actor);
    const apps = await this.apps.findPolicy(actor.accountId);
    if (!apps) throw noSuchAccount(actor);
    return this.describe(apps);
  }

  /**
   * Every gateway applies the change at once, to connected apps too. Throws 403 unless the actor is an admin with every scope
   * of the main sub account who sent the password lately.
   */
  async set(actor: Actor, { policy, allowed_apps }: AppPolicyInput): Promise<AppPolicyResponse> {
    requireMain(actor);
    requireAllRights(actor);
    const wanted: AccountColumns = {
      oauth_policy: policy,
      oauth_allowed_apps: allowed_apps && [...new Set(allowed_apps)],
    };
    const stored = await this.changes.run(actor, async (change) => {
      const { account, tx, bounds } = change;
      refuseApps(bounds);
      const changed = changedColumns<AccountColumns>(account, wanted);
      if (!changed) return account;
      requireProof(actor);
      await this.accounts.save(tx, account.id, changed.after);
      await this.changes.announce(change, 'account', {
        action: 'app.policy_changed',
        target: { type: 'account', id: account.id },
        ...changed,
      });
      return { ...account, ...changed.after };
    });
    return this.describe({ policy: stored.oauth_policy, allowed_apps: stored.oauth_allowed_apps });
  }

  private async describe({ policy, allowed_apps }: AccountApps): Promise<AppPolicyResponse> {
    const names = await this.apps.namesOf(allowed_apps);
    return {
      policy,
      allowed_apps: allowed_apps.map((client_id) => ({ client_id, name: names.get(client_id) ?? null })),
    };
  }
}
