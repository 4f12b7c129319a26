import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Role, type Scope, wireDateOrNull } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { type Actor, reaches } from '../accounts/actor';
import { SubAccountsRepository } from '../sub-accounts/sub-accounts.repository';
import { assertGrantable } from './key-grant';
import { KeyMint } from './key-mint';
import { KeyRevocations } from './key-revocations';
import { type KeyRow, KeysRepository } from './keys.repository';

/** Live ones of one account. */
const MAX_KEYS = 10_000;

export interface NewKeyInput {
  name: string;
  role?: Role;
  account_management?: boolean;
  scopes?: Scope[];
  /** Default: the actor's own. */
  sub_account_id?: number;
  expires_on?: string | null;
}

/** The API keys of an account, or of the sub account that is all an actor reaches. */
@Injectable()
export class KeysService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly subAccounts: SubAccountsRepository,
    private readonly changes: AccountChangesService,
    private readonly mint: KeyMint,
    private readonly revocations: KeyRevocations,
  ) {}

  async list(actor: Actor): Promise<KeyRow[]> {
    return this.keys.list(actor.accountId, actor.main ? null : actor.subAccountId);
  }

  /** `secret` is the key itself, which is stored nowhere. */
  async add(actor: Actor, input: NewKeyInput): Promise<{ key: KeyRow; secret: string }> {
    const expires_on = this.mint.expiry(input.expires_on ?? null);
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
      await this.assertNoLonger(change, expires_on);
      await this.assertRoom(change);
      const { secret, prefix, hash } = this.mint.mint();
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

  /** Every gateway refuses it at once. */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.changes.run(actor, async (change) => {
      const key = await this.keys.find(change.tx, actor.accountId, id);
      if (!key || !reaches(actor, [key.sub_account_id])) throw notFound('key', id);
      await this.keys.bury(change.tx, id);
      await this.changes.note(change, {
        action: 'key.deleted',
        target: { type: 'key', id },
        before: auditOf(key),
      });
      await this.revocations.announce(change.tx, key);
    });
  }

  private async assertSubAccount(tx: Tx, accountId: number, id: number): Promise<void> {
    if (await this.subAccounts.find(tx, accountId, id)) return;
    const msg = `sub_account_id ${id} is none of this account; GET /account/subaccounts lists them.`;
    throw new ApiError('invalid_value', msg, { field: 'sub_account_id' });
  }

  /** No plan bounds them, but a list that has no pages must end somewhere. */
  private async assertRoom({ tx, account }: AccountChange): Promise<void> {
    const used = await this.keys.count(tx, account.id);
    if (used < MAX_KEYS) return;
    const msg = `An account may have ${MAX_KEYS} API keys and ${used} exist; delete one first.`;
    throw new ApiError('plan_limit_reached', msg, { limit: MAX_KEYS, used });
  }

  /** A key that ends cannot make one that lives on. */
  private async assertNoLonger({ tx, actor }: AccountChange, expiresOn: Date | null): Promise<void> {
    const maker = actor.keyId === null ? null : await this.keys.find(tx, actor.accountId, actor.keyId);
    const end = maker?.expires_on ?? null;
    if (end === null || (expiresOn !== null && expiresOn <= end)) return;
    throw new ApiError(
      'forbidden',
      `A key may not live longer than its maker, which ends on ${wireDateOrNull(end)}.`,
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
