import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IdempotencyKeys } from '@plaudit/database';
import { Inbox } from '@plaudit/events';

const HOUR_MS = 3_600_000;

/** Deletes expired idempotency keys and inbox rows every hour. Runs on each replica; the statements are idempotent. */
@Injectable()
export class HousekeepingWorker {
  private readonly logger = new Logger(HousekeepingWorker.name);

  constructor(
    private readonly idempotency: IdempotencyKeys,
    private readonly inbox: Inbox,
  ) {}

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    try {
      const keys = await this.idempotency.purge();
      const events = await this.inbox.purge();
      this.logger.debug({ message: 'Deleted expired rows', idempotency_keys: keys, inbox_rows: events });
    } catch (error) {
      this.logger.warn('Could not delete expired rows; the next try is in an hour', error);
    }
  }
}
