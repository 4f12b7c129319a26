import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Role, type Scope, wireDateOrNull } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { type Actor, reaches } from '../accounts/actor';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { ApiKeyGenerator } from './api-key.generator';
import { assertGrantable } from './key-grant';
import { KeyRevocationsPublisher } from './key-revocations.publisher';
import { type KeyRow, KeysRepository } from './keys.repository';

/** Keys of one account that are not deleted. */
const MAX_KEYS = 10_000;

export interface NewKeyInput {
  name: string;
  role?: Role;
  account_management?: boolean;
  scopes?: Scope[];
  /** Defaults to the sub account of the actor. */
  sub_account_id?: number;
  expires_on?: string | null;
}

/** Manages the API keys that an actor reaches: all keys of the account, or those of the actor's sub account. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly subAccounts: SubAccountsRepository,
    private readonly changes: AccountChangesService,
    private readonly generator: ApiKeyGenerator,
    private readonly revocations: KeyRevocationsPublisher,
  ) {}

  async list(actor: Actor, page: ListPage): Promise<ListSlice<KeyRow>> {
    const only = actor.main ? null : [actor.subAccountId];
    return readListPage(page, (rows) => this.keys.list(actor.accountId, only, page.afterId, rows));
  }

  /** Returns the stored key and its `secret`, the key itself, which is not stored. */
  async add(actor: Actor, input: NewKeyInput): Promise<{ key: KeyRow; secret: string }> {
    const expires_on = this.generator.expiry(input.expires_on ?? null);
    const grant = {
      role: input.role ?? 'user',
      account_management: input.account_management ?? false,
      scopes: [...new Set(input.scopes)],
      sub_account_id: input.sub_account_id ?? actor.subAccountId,
    };
    return this.changes.run(actor, async (change) => {
      const { tx, account } = change;
      await this.assertSubAccount(tx, account.id, grant.sub_account_id);
      assertGrantable(actor, grant);
      await this.assertExpiresNoLater(change, expires_on);
      await this.assertBelowMax(change);
      const { secret, prefix, hash } = this.generator.generate();
      const { name } = input;
      const key = await this.keys.add(tx, {
        account_id: account.id,
        ...grant,
        name,
        prefix,
        hash,
        expires_on,
      });
      await this.changes.note(change, {
        action: 'key.created',
        target: { type: 'key', id: key.id },
        after: auditOf(key),
      });
      return { key, secret };
    });
  }

  /** Deletes the key. Other gateway replicas refuse it when `key.revoked` arrives, or at the latest after 30 s. */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.changes.run(actor, async (change) => {
      const key = await this.keys.find(change.tx, actor.accountId, id);
      if (!key || !reaches(actor, [key.sub_account_id])) throw notFound('key', id);
      await this.keys.softDelete(change.tx, id);
      await this.changes.note(change, {
        action: 'key.deleted',
        target: { type: 'key', id },
        before: auditOf(key),
      });
      await this.revocations.publish(change.tx, key);
    });
  }

  private async assertSubAccount(tx: Tx, accountId: number, id: number): Promise<void> {
    if (await this.subAccounts.find(tx, accountId, id)) return;
    const msg = `sub_account_id ${id} is not a sub account of this account; GET /account/subaccounts lists them.`;
    throw new ApiError('invalid_value', msg, { field: 'sub_account_id' });
  }

  /** No plan limits the number of keys. This limit bounds the list of keys, which has no pages. */
  private async assertBelowMax({ tx, account }: AccountChange): Promise<void> {
    const used = await this.keys.count(tx, account.id);
    if (used < MAX_KEYS) return;
    const msg = `An account can have at most ${MAX_KEYS} API keys, and ${used} exist; delete one first.`;
    throw new ApiError('plan_limit_reached', msg, { limit: MAX_KEYS, used });
  }

  /** Throws 403 if the new key would expire later than the key that creates it. */
  private async assertExpiresNoLater({ tx, actor }: AccountChange, expiresOn: Date | null): Promise<void> {
    const creator = actor.keyId === null ? null : await this.keys.find(tx, actor.accountId, actor.keyId);
    const end = creator?.expires_on ?? null;
    if (end === null || (expiresOn !== null && expiresOn <= end)) return;
    throw new ApiError(
      'forbidden',
      `A key cannot expire later than the key that creates it, which expires on ${wireDateOrNull(end)}.`,
      {
        field: 'expires_on',
        required: `expires_on until ${wireDateOrNull(end)}`,
      },
    );
  }
}

function auditOf({
  name,
  prefix,
  role,
  account_management,
  scopes,
  sub_account_id,
  expires_on,
}: KeyRow): object {
  return {
    name,
    prefix,
    role,
    account_management,
    scopes,
    sub_account_id,
    expires_on: wireDateOrNull(expires_on),
  };
}
