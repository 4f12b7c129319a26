import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, IdempotencyKeys } from '@plaudit/database';
import { EventPartitions, expireParkedOutbox, Inbox } from '@plaudit/events';

const HOUR_MS = 3_600_000;
const TEN_MINUTES_MS = 600_000;

/**
 * Deletes expired idempotency keys, inbox rows and parked events of the outbox every hour, and maintains the daily
 * partitions. Runs on each replica; all of it may be repeated.
 */
@Injectable()
export class HousekeepingWorker implements OnApplicationBootstrap {
  private readonly logger = new Logger(HousekeepingWorker.name);
  private readonly partitions: EventPartitions;

  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyKeys,
    private readonly inbox: Inbox,
  ) {
    this.partitions = new EventPartitions(database);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.maintainPartitions();
  }

  /** Runs often, because an attempt gives up as soon as it would have to wait for another session. */
  @Interval(TEN_MINUTES_MS)
  async maintainPartitions(): Promise<void> {
    try {
      await this.partitions.maintain();
    } catch (error) {
      this.logger.warn('Could not maintain the partitions; the next try is in ten minutes', error);
    }
  }

  @Interval(HOUR_MS)
  async purge(): Promise<void> {
    try {
      const keys = await this.idempotency.purge();
      const events = await this.inbox.purge();
      await expireParkedOutbox(this.database);
      this.logger.debug({ message: 'Deleted expired rows', idempotency_keys: keys, inbox_rows: events });
    } catch (error) {
      this.logger.warn('Could not delete expired rows; the next try is in an hour', error);
    }
  }
}
