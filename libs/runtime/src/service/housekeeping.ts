import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Database, IdempotencyKeys } from '@plaudit/database';
import { EventPartitions, expireParkedOutbox, Inbox } from '@plaudit/events';
import { Chore } from '../chores/chore.decorator';
import { warnOfFailure } from '../warn-of-failure';

const HOUR_MS = 3_600_000;
const TEN_MINUTES_MS = 600_000;

/** The chores of every service, on the tables that every schema has. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap {
  private readonly logger = new Logger(Housekeeping.name);
  private readonly partitions: EventPartitions;

  constructor(
    private readonly database: Database,
    private readonly idempotency: IdempotencyKeys,
    private readonly inbox: Inbox,
  ) {
    this.partitions = new EventPartitions(database);
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.maintainPartitions().catch((error: unknown) => {
      warnOfFailure(this.logger, 'Could not maintain the partitions; the next try is in ten minutes', error);
    });
  }

  /** Runs often, because an attempt gives up as soon as it would have to wait for another session. */
  @Chore({ name: 'event_partitions', everyMs: TEN_MINUTES_MS, per: 'service' })
  async maintainPartitions(): Promise<void> {
    await this.partitions.maintain();
  }

  @Chore({ name: 'old_idempotency_keys', everyMs: HOUR_MS, per: 'service' })
  async purgeIdempotencyKeys(): Promise<void> {
    await this.idempotency.purge();
  }

  @Chore({ name: 'old_inbox_rows', everyMs: HOUR_MS, per: 'service' })
  async purgeInbox(): Promise<void> {
    await this.inbox.purge();
  }

  @Chore({ name: 'old_parked_events', everyMs: HOUR_MS, per: 'service' })
  async purgeParkedEvents(): Promise<void> {
    await expireParkedOutbox(this.database);
  }
}
