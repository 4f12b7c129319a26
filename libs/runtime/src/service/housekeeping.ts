import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { IdempotencyKeys } from '@plaudit/database';
import { Inbox } from '@plaudit/events';

const HOUR_MS = 3_600_000;

/** Forgets what every service's schema keeps for a while only. Runs on each replica; the statements are idempotent. */
@Injectable()
export class Housekeeping {
  private readonly logger = new Logger(Housekeeping.name);

  constructor(
    private readonly idempotency: IdempotencyKeys,
    private readonly inbox: Inbox,
  ) {}

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    try {
      const keys = await this.idempotency.purge();
      const events = await this.inbox.purge();
      this.logger.debug({ message: 'old rows purged', idempotency_keys: keys, inbox_rows: events });
    } catch (error) {
      this.logger.warn('old rows stay for another hour', error);
    }
  }
}
