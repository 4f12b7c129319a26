import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Clock, warnOfFailure } from '@plaudit/runtime';
import { AccountChangesService } from '../accounts/account-changes.service';
import { operatorOf } from '../accounts/actor';
import { type ExpiredKey, KeysRepository } from './keys.repository';

const MINUTE_MS = 60_000;

/**
 * Announces every minute, on every replica, the keys that have expired, so that services pause what these keys set up. Replicas
 * announce an expiry once, because they look at the key again under the lock of its account.
 */
@Injectable()
export class KeyExpiryWorker {
  private readonly logger = new Logger(KeyExpiryWorker.name);

  constructor(
    private readonly keys: KeysRepository,
    private readonly changes: AccountChangesService,
    private readonly clock: Clock,
  ) {}

  @Interval(MINUTE_MS)
  async run(): Promise<void> {
    try {
      const now = this.clock.now();
      for (const key of await this.keys.listExpired(now)) await this.announce(key, now);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not announce expired API keys; the next run is in a minute', error);
    }
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
