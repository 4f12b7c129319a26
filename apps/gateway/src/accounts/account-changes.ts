import { Injectable } from '@nestjs/common';
import { accountChanged, type AccountPart, ApiError, notFound } from '@plaudit/contracts';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type AuditEntry, AuditLog } from '../audit/audit-log';
import { ApiKeyCache } from '../authentication/api-key.cache';
import type { AccountEntity } from './account.entity';
import { AccountsRepository } from './accounts.repository';
import type { Actor } from './actor';
import { limitsOf } from './plans';

/** A change under way: the account's row is locked, and says what is true now. */
export interface AccountChange {
  tx: Tx;
  actor: Actor;
  account: AccountEntity;
}

/**
 * Every change of an account, its sub accounts, users and keys goes through here: one at a time per account, so that
 * limits hold and whoever was revoked changes nothing any more, and with its audit row and its event in one transaction.
 */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly audit: AuditLog,
    private readonly outbox: Outbox,
    private readonly keys: ApiKeyCache,
  ) {}

  async run<T>(actor: Actor, work: (change: AccountChange) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.lock(tx, actor.accountId);
      if (!account) throw notFound('account', actor.accountId);
      if (!(await this.accounts.isStillEntitled(tx, actor))) throw noLongerEntitled(actor);
      return work({ tx, actor, account });
    });
  }

  async note({ tx, actor }: AccountChange, entry: AuditEntry): Promise<void> {
    await this.audit.note(tx, actor, entry);
  }

  /** Notes the change, and tells everybody that what they remember of the account's rights and limits is old. */
  async announce(change: AccountChange, part: AccountPart, entry: AuditEntry): Promise<void> {
    await this.note(change, entry);
    const account = await this.version(change);
    const { id, company_name, website, vanity_url, plan, api_enabled, video, invite } = account;
    await this.outbox.add(change.tx, accountChanged, {
      accountId: id,
      subAccountId: 0,
      subject: id,
      version: account.version,
      data: {
        id,
        part,
        part_id: entry.target.id ?? id,
        company_name,
        website,
        vanity_url,
        plan,
        limits: limitsOf(plan, account.limits, null),
        api_enabled,
        video,
        invite,
      },
    });
  }

  /** The account with a version of its own for one event; this replica forgets its keys once the change is made. */
  async version({ tx, account }: AccountChange): Promise<AccountEntity> {
    afterCommit(tx, () => this.keys.forgetAccount(account.id));
    return this.accounts.bump(tx, account.id);
  }
}

/** Waited for the account while somebody else took away the right to change it. */
function noLongerEntitled({ keyId }: Actor): ApiError {
  if (keyId !== null) return new ApiError('invalid_key', 'This API key was deleted meanwhile.');
  return new ApiError('invalid_credentials', 'Your rights have changed meanwhile; sign in again.');
}
