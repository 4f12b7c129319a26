import { Injectable } from '@nestjs/common';
import { keyRevoked } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { Outbox } from '@plaudit/events';
import { KeyRing } from './key-ring';
import type { KeyRow } from './keys.repository';

/** A key is made once and revoked once. */
const REVOKED_VERSION = 2;

/** Tells every gateway that a key is no more. */
@Injectable()
export class KeyRevocations {
  constructor(
    private readonly outbox: Outbox,
    private readonly ring: KeyRing,
  ) {}

  async announce(tx: Tx, { id, account_id, sub_account_id, name }: KeyRow): Promise<void> {
    await this.outbox.add(tx, keyRevoked, {
      accountId: account_id,
      subAccountId: sub_account_id,
      subject: id,
      version: REVOKED_VERSION,
      data: { id, sub_account_id, name },
    });
    // This replica need not wait for the event.
    afterCommit(tx, () => this.ring.forgetKey(id));
  }
}
