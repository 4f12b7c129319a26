import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Role, type Scope } from '@plaudit/contracts';
import type { Creation, Tx } from '@plaudit/database';
import { type ListPage, type ListSlice, readListPage } from '@plaudit/runtime';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import {
  type Actor,
  reaches,
  refuseApps,
  requireProof,
  requireRightsOver,
  rightsOfKey,
} from '../accounts/actor';
import { changedColumns } from '../accounts/changed-columns';
import { exceeds, limitsOf } from '../plans/plan-limits';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { parseAllowedIps } from './allowed-ips';
import { ApiKeyGenerator } from './api-key.generator';
import { assertAllowedIpsWithin, assertChangeWithin, assertExpiresNoLater, widensLimits } from './key-bounds';
import { assertGrantable } from './key-grant';
import { auditOfKey } from './key-record';
import { KeyRevocationsPublisher } from './key-revocations.publisher';
import { type KeyColumns, type KeyRow, KeysRepository } from './keys.repository';

export interface NewKeyInput {
  name: string;
  role?: Role;
  account_management?: boolean;
  scopes?: Scope[];
  /** Defaults to the sub account of the actor. */
  sub_account_id?: number;
  expires_on?: string | null;
  /** Empty means every address. */
  allowed_ips?: string[];
}

/** A stored key and its `secret`, the key itself, which is not stored. */
export interface NewKey {
  key: KeyRow;
  secret: string;
}

type WantedKey = Pick<
  KeyRow,
  'name' | 'expires_on' | 'allowed_ips' | 'role' | 'account_management' | 'scopes' | 'sub_account_id'
>;

export interface KeyPatch {
  name?: string;
  expires_on?: string | null;
  allowed_ips?: string[];
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
    const slice = await readListPage(page, (rows) =>
      this.keys.list(actor.accountId, only, page.afterId, rows),
    );
    return { ...slice, items: slice.items.map((key) => visibleTo(actor, key)) };
  }

  async add<Body>(actor: Actor, input: NewKeyInput, creation: Creation<NewKey, Body>): Promise<Body> {
    const wanted: WantedKey = {
      name: input.name,
      expires_on: this.generator.expiry(input.expires_on ?? null),
      allowed_ips: parseAllowedIps(input.allowed_ips ?? []),
      role: input.role ?? 'user',
      account_management: input.account_management ?? false,
      scopes: [...new Set(input.scopes)],
      sub_account_id: input.sub_account_id ?? actor.subAccountId,
    };
    return this.changes.run(actor, (change) => creation.once(change.tx, () => this.create(change, wanted)));
  }

  /**
   * Changes the fields that the patch contains. Every gateway applies them at once. Throws 403 if the key has more rights
   * than the actor, or would escape the bounds of the calling key.
   */
  async update(actor: Actor, id: number, { name, expires_on, allowed_ips }: KeyPatch): Promise<KeyRow> {
    const wanted: KeyColumns = {
      name,
      expires_on: expires_on === undefined ? undefined : this.generator.expiry(expires_on),
      allowed_ips: allowed_ips && parseAllowedIps(allowed_ips),
    };
    return this.changes.run(actor, async (change) => {
      const current = await this.getManageable(change, id);
      const changed = changedColumns<KeyColumns>(current, wanted);
      if (!changed) return visibleTo(actor, current);
      const { after } = changed;
      assertChangeWithin(change, current, after);
      if (widensLimits(current, after)) {
        refuseApps(change.bounds);
        requireProof(actor);
      }
      await this.keys.save(change.tx, id, after);
      await this.changes.announce(change, 'key', {
        action: 'key.updated',
        target: { type: 'key', id },
        ...changed,
      });
      return visibleTo(actor, { ...current, ...after });
    });
  }

  /**
   * Deletes the key. The keys that it made stay, because integrations replace their key by one that they made with it.
   * Throws 403 if the key has more rights than the actor. Other gateway replicas refuse it when `key.revoked` arrives, or
   * at the latest after 30 s.
   */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.changes.run(actor, async (change) => {
      const key = await this.getManageable(change, id);
      requireProof(actor);
      await this.keys.softDelete(change.tx, [id]);
      await this.changes.note(change, {
        action: 'key.deleted',
        target: { type: 'key', id },
        before: auditOfKey(key),
      });
      await this.revocations.publish(change, [key]);
    });
  }

  private async create(change: AccountChange, wanted: WantedKey): Promise<NewKey> {
    const { tx, actor, account } = change;
    refuseApps(change.bounds);
    await this.assertSubAccount(tx, account.id, wanted.sub_account_id);
    assertGrantable(actor, wanted);
    assertExpiresNoLater(change, wanted.expires_on);
    assertAllowedIpsWithin(change, wanted.allowed_ips);
    requireProof(actor);
    await this.assertBelowLimit(change);
    const { secret, prefix, hash } = this.generator.generate();
    const creator = creatorColumns(actor);
    const key = await this.keys.add(tx, { account_id: account.id, ...wanted, prefix, hash, ...creator });
    await this.changes.note(change, {
      action: 'key.created',
      target: { type: 'key', id: key.id },
      after: auditOfKey(key),
    });
    return { key: visibleTo(actor, key), secret };
  }

  private async getManageable({ tx, actor }: AccountChange, id: number): Promise<KeyRow> {
    const key = await this.keys.find(tx, actor.accountId, id);
    if (!key || !reaches(actor, [key.sub_account_id])) throw notFound('key', id, actor);
    requireRightsOver(actor, rightsOfKey(key));
    return key;
  }

  private async assertSubAccount(tx: Tx, accountId: number, id: number): Promise<void> {
    if (await this.subAccounts.find(tx, accountId, id)) return;
    const msg = `sub_account_id ${id} is not a sub account of this account; GET /account/subaccounts lists them.`;
    throw new ApiError('invalid_value', msg, { field: 'sub_account_id' });
  }

  private async assertBelowLimit({ tx, account }: AccountChange): Promise<void> {
    const used = await this.keys.count(tx, account.id);
    const { keys: limit } = limitsOf(account.plan, account.limits, null);
    if (!exceeds(used + 1, limit)) return;
    const msg = `The account has ${used} API keys, and may have ${limit}; delete one.`;
    throw new ApiError('key_limit_reached', msg, { limit, used });
  }
}

/** Outside the main sub account, the name of the creator is null, because it may be a user that the actor cannot see. */
function visibleTo({ main }: Actor, key: KeyRow): KeyRow {
  return main ? key : { ...key, created_by_name: null };
}

function creatorColumns({
  keyId,
  userId,
}: Actor): Pick<KeyRow, 'created_by_type' | 'created_by_user_id' | 'created_by_key_id'> {
  if (keyId !== null) return { created_by_type: 'key', created_by_user_id: null, created_by_key_id: keyId };
  if (userId !== null)
    return { created_by_type: 'user', created_by_user_id: userId, created_by_key_id: null };
  return { created_by_type: 'operator', created_by_user_id: null, created_by_key_id: null };
}
