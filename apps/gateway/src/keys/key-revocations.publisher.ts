import { Injectable } from '@nestjs/common';
import { keyRevoked } from '@plaudit/contracts';
import { afterCommit } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { type AccountChange, AccountChangesService } from '../accounts/account-changes.service';
import { ApiKeyCache } from '../authentication/api-key.cache';
import type { KeyEntity } from './key.entity';

/** What the event says about a key. */
export type RevokedKey = Pick<KeyEntity, 'id' | 'account_id' | 'sub_account_id' | 'name'>;

/** A key has two versions: 1 when it is created, 2 when it is revoked. */
const REVOKED_VERSION = 2;

/**
 * Publishes `key.revoked`, so that every gateway replica drops the keys from its cache, and `account.access_reduced`, so that
 * services stop what the keys set up.
 */
@Injectable()
export class KeyRevocationsPublisher {
  constructor(
    private readonly outbox: Outbox,
    private readonly cache: ApiKeyCache,
    private readonly changes: AccountChangesService,
  ) {}

  async publish(change: AccountChange, keys: readonly RevokedKey[]): Promise<void> {
    const { tx } = change;
    const events = keys.map(({ id, account_id, sub_account_id, name }) => ({
      accountId: account_id,
      subAccountId: sub_account_id,
      subject: id,
      version: REVOKED_VERSION,
      data: { id, sub_account_id, name },
    }));
    await this.outbox.addAll(tx, keyRevoked, events);
    for (const { id, name } of keys) {
      await this.changes.announceReduced(change, {
        maker_type: 'key',
        maker_id: id,
        name,
        removed: true,
        sub_accounts: [],
      });
    }
    // This replica drops the keys at commit, without waiting for the events.
    afterCommit(tx, () => keys.forEach(({ id }) => this.cache.forgetKey(id)));
  }
}
