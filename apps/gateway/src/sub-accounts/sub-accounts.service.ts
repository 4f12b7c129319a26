import { Injectable } from '@nestjs/common';
import { accountSubAccountDeleted, ApiError, notFound } from '@plaudit/contracts';
import type { Creation } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import {
  type Actor,
  reaches,
  requireAdmin,
  requireAllRights,
  requireMain,
  requireProof,
} from '../accounts/actor';
import { changedColumns } from '../accounts/changed-columns';
import { exceeds, limitsOf, planLimitReached } from '../plans/plan-limits';
import type { SubAccountEntity } from './sub-account.entity';
import { type SubAccountColumns, type SubAccountRow, SubAccountsRepository } from './sub-accounts.repository';

/** A page of the sub accounts whose name contains `name`. */
export type SubAccountPage = ListPage & { name?: string };

interface NewSubAccountInput {
  name: string;
  properties?: number | null;
}

@Injectable()
export class SubAccountsService {
  constructor(
    private readonly subAccounts: SubAccountsRepository,
    private readonly changes: AccountChangesService,
    private readonly outbox: Outbox,
  ) {}

  /** Lists the sub accounts of the account, or only the actor's own unless it is the main one. */
  async list(actor: Actor, page: SubAccountPage): Promise<ListSlice<SubAccountRow>> {
    const only = actor.main ? null : [actor.subAccountId];
    return readListPage(page, (rows) => this.subAccounts.list(actor.accountId, only, { ...page, rows }));
  }

  /** Returns the ids that are not sub accounts of the account, or are deleted. */
  async findUnknown(accountId: number, ids: readonly number[]): Promise<number[]> {
    return this.subAccounts.readUnknown(accountId, ids);
  }

  /** Makes the id of the new sub account. Without `properties`, the plan's limit applies. */
  async add<Body>(
    actor: Actor,
    { name, properties = null }: NewSubAccountInput,
    creation: Creation<number, Body>,
  ): Promise<Body> {
    requireMain(actor);
    return this.changes.run(actor, (change) =>
      creation.once(change.tx, () => this.create(change, { name, properties })),
    );
  }

  /** Changes the columns that the patch contains. Only the main sub account may change `properties`. */
  async update(actor: Actor, id: number, patch: SubAccountColumns): Promise<void> {
    await this.changes.run(actor, async (change) => {
      const current = await this.getReachable(change, id);
      const changed = changedColumns<SubAccountColumns>(current, patch);
      if (!changed) return;
      if (changed.after.properties !== undefined) requireMain(actor);
      assertWithinPlan(change, changed.after.properties ?? null);
      await this.subAccounts.save(change.tx, id, changed.after);
      const target = { type: 'sub_account', id };
      await this.changes.announce(change, 'sub_account', {
        action: 'sub_account.updated',
        target,
        ...changed,
      });
    });
  }

  /**
   * Deletes a sub account. Its keys stop working with the commit. Other services stop its channels, widgets and
   * deliveries when they get the event. Throws 400 for the main sub account, and 403 unless the actor has all rights,
   * because the keys and users of the sub account may have them.
   */
  async delete(actor: Actor, id: number): Promise<void> {
    requireAdmin(actor);
    await this.changes.run(actor, async (change) => {
      const { name, properties, main } = await this.getReachable(change, id);
      requireMain(actor);
      requireAllRights(actor);
      if (main) {
        throw new ApiError('invalid_value', 'The main sub account cannot be deleted.', { field: 'id' });
      }
      requireProof(actor);
      await this.subAccounts.softDelete(change.tx, change.account.id, id);
      const target = { type: 'sub_account', id };
      await this.changes.note(change, {
        action: 'sub_account.deleted',
        target,
        before: { name, properties },
      });
      const { version } = await this.changes.nextVersion(change);
      await this.outbox.add(change.tx, accountSubAccountDeleted, {
        accountId: change.account.id,
        subAccountId: id,
        subject: change.account.id,
        version,
        data: { id, name },
      });
    });
  }

  private async create(
    change: AccountChange,
    { name, properties }: Pick<SubAccountRow, 'name' | 'properties'>,
  ): Promise<number> {
    const { tx, account } = change;
    assertWithinPlan(change, properties);
    const used = await this.subAccounts.count(tx, account.id);
    const { sub_accounts: limit } = limitsOf(account.plan, account.limits, null);
    if (exceeds(used + 1, limit)) throw planLimitReached('sub accounts', limit, used);
    const id = await this.subAccounts.add(tx, account.id, name, properties);
    await this.changes.announce(change, 'sub_account', {
      action: 'sub_account.created',
      target: { type: 'sub_account', id },
      after: { name, properties },
    });
    return id;
  }

  private async getReachable({ tx, actor, account }: AccountChange, id: number): Promise<SubAccountEntity> {
    const found = reaches(actor, [id]) ? await this.subAccounts.find(tx, account.id, id) : null;
    if (!found) throw notFound('sub account', id, { main: true });
    return found;
  }
}

function assertWithinPlan({ account }: AccountChange, properties: number | null): void {
  const { properties: limit } = limitsOf(account.plan, account.limits, null);
  if (properties === null || !exceeds(properties, limit)) return;
  throw new ApiError('plan_limit_reached', `properties must be at most ${limit}, the limit of the plan.`, {
    field: 'properties',
    limit,
  });
}
