import { Injectable } from '@nestjs/common';
import { keyRevoked } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { ApiKeyCache } from '../authentication/api-key.cache';
import type { KeyEntity } from './key.entity';

/** What the event says about a key. */
export type RevokedKey = Pick<KeyEntity, 'id' | 'account_id' | 'sub_account_id' | 'name'>;

/** A key has two versions: 1 when it is created, 2 when it is revoked. */
const REVOKED_VERSION = 2;

/** Publishes `key.revoked`, so that every gateway replica drops the keys from its cache. */
@Injectable()
export class KeyRevocationsPublisher {
  constructor(
    private readonly outbox: Outbox,
    private readonly cache: ApiKeyCache,
  ) {}

  async publish(tx: Tx, keys: readonly RevokedKey[]): Promise<void> {
    const events = keys.map(({ id, account_id, sub_account_id, name }) => ({
      accountId: account_id,
      subAccountId: sub_account_id,
      subject: id,
      version: REVOKED_VERSION,
      data: { id, sub_account_id, name },
    }));
    await this.outbox.addAll(tx, keyRevoked, events);
    // This replica drops the keys at commit, without waiting for the events.
    afterCommit(tx, () => keys.forEach(({ id }) => this.cache.forgetKey(id)));
  }
}
