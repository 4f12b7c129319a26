import { Injectable } from '@nestjs/common';
import {
  accountAccessReduced,
  accountChanged,
  type AccessReducedPayload,
  type AccountPart,
  ApiError,
} from '@plaudit/contracts';
import { afterCommit, Database, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type AuditEntry, AuditService } from '../audit/audit.service';
import { ApiKeyCache } from '../authentication/api-key.cache';
import type { AccountEntity } from './account.entity';
import { toAccountChanged } from './account-payload';
import { AccountsRepository } from './accounts.repository';
import { type Actor, type KeyBounds, noSuchAccount, operatorOf, UNBOUNDED } from './actor';

/** A running change. `account` was read after its row was locked, so it is up to date. */
export interface AccountChange {
  tx: Tx;
  actor: Actor;
  account: AccountEntity;
  /** The bounds of the calling key, read under the lock. */
  bounds: KeyBounds;
}

/**
 * Runs every change of an account, its sub accounts, users and keys. Changes of one account run one after another, so
 * plan limits hold and a revoked key or user cannot change anything. The change, its audit row and its event are in
 * one transaction.
 */
@Injectable()
export class AccountChangesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly audit: AuditService,
    private readonly outbox: Outbox,
    private readonly keys: ApiKeyCache,
  ) {}

  /**
   * Runs `work` in a transaction that holds the lock on the actor's account. Returns what `work` returns. Throws 404 if
   * the account does not exist, and 401 if the actor lost its rights, or the API was switched off, while it waited
   * for the lock.
   */
  async run<T>(actor: Actor, work: (change: AccountChange) => Promise<T>): Promise<T> {
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.lock(tx, actor.accountId);
      if (!account) throw noSuchAccount(actor);
      const bounds = await this.accounts.findBounds(tx, actor);
      if (!bounds) throw noLongerEntitled(actor);
      if (actor.keyId !== null && !account.api_enabled) throw apiDisabledMeanwhile();
      return work({ tx, actor, account, bounds });
    });
  }

  /** Adds an entry to the audit log. */
  async note({ tx, actor }: AccountChange, entry: AuditEntry): Promise<void> {
    await this.audit.note(tx, actor, entry);
  }

  /**
   * Adds an entry to the audit log and publishes `account.changed`, so that gateways and services drop cached rights and
   * limits.
   */
  async announce(change: AccountChange, part: AccountPart, entry: AuditEntry): Promise<void> {
    await this.note(change, entry);
    const { id, version } = await this.nextVersion(change);
    const state = await this.accounts.findState(
      change.tx,
      id,
      part === 'sub_account' ? entry.target.id : null,
    );
    await this.outbox.add(change.tx, accountChanged, {
      accountId: id,
      subAccountId: 0,
      subject: id,
      version,
      data: toAccountChanged(state, part, entry.target.id ?? id),
    });
  }

  /**
   * Publishes `account.access_reduced`, so that services stop what a removed key or user set up, or limit it to the sub
   * accounts that the user may still read.
   */
  async announceReduced(change: AccountChange, data: AccessReducedPayload): Promise<void> {
    const { id, version } = await this.nextVersion(change);
    await this.outbox.add(change.tx, accountAccessReduced, {
      accountId: id,
      subAccountId: 0,
      subject: id,
      version,
      data,
    });
  }

  /**
   * Locks other accounts, which the change takes something from, until the transaction ends. Returns a change of each, on
   * behalf of the operator. Call it before other locks are taken.
   */
  async lockOthers({ tx }: AccountChange, accountIds: readonly number[]): Promise<AccountChange[]> {
    const others: AccountChange[] = [];
    for (const accountId of [...accountIds].sort((a, b) => a - b)) {
      const account = await this.accounts.lock(tx, accountId);
      const actor = operatorOf({ account_id: accountId, sub_account_id: 0 });
      if (account) others.push({ tx, actor, account, bounds: UNBOUNDED });
    }
    return others;
  }

  /**
   * Increments the account's version for one event and returns the account. After the commit, this replica drops its
   * cached keys of the account.
   */
  async nextVersion({ tx, account }: AccountChange): Promise<AccountEntity> {
    afterCommit(tx, () => this.keys.forgetAccount(account.id));
    return this.accounts.incrementVersion(tx, account.id);
  }
}

function apiDisabledMeanwhile(): ApiError {
  return new ApiError(
    'api_disabled',
    'The API integration was switched off while the request was in progress.',
  );
}

function noLongerEntitled({ keyId }: Actor): ApiError {
  return keyId === null
    ? new ApiError('session_ended', 'Your rights changed while the request was in progress; sign in again.')
    : new ApiError('invalid_key', 'This API key was deleted while the request was in progress.');
}
