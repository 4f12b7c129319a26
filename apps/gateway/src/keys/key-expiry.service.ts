import { Injectable } from '@nestjs/common';
import { Chore } from '@plaudit/runtime';
import { AccountChangesService } from '../accounts/account-changes.service';
import { operatorOf } from '../accounts/actor';
import { type ExpiredKey, KeysRepository } from './keys.repository';

/**
 * Announces the keys that have expired, so that services pause what these keys set up. An expiry is announced once, because each key is
 * looked at again under the lock of its account.
 */
@Injectable()
export class KeyExpiryService {
  constructor(
    private readonly keys: KeysRepository,
    private readonly changes: AccountChangesService,
  ) {}

  @Chore({ name: 'expired_keys', everyMs: 60_000, per: 'service' })
  async announceExpired(now: Date): Promise<void> {
    for (const key of await this.keys.listExpired(now)) await this.announce(key, now);
  }

  private async announce({ id, account_id, sub_account_id }: ExpiredKey, now: Date): Promise<void> {
    await this.changes.run(operatorOf({ account_id, sub_account_id }), async (change) => {
      const name = await this.keys.markExpiryAnnounced(change.tx, id, now);
      if (name === null) return;
      await this.changes.announceReduced(change, {
        maker_type: 'key',
        maker_id: id,
        name,
        removed: true,
        sub_accounts: [],
      });
    });
  }
}
