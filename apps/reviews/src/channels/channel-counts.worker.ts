import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { reviewCounted, type ReviewCountedPayload } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { type CountBatch, type NewEvent, NightlyCount, Outbox } from '@plaudit/events';
import { COUNT_TICK_MS, CountTask, Metrics } from '@plaudit/runtime';
import { ChannelCountsRepository, type CountedSubAccount } from './channel-counts.repository';
import { countedPayloads } from './counted-channels';

/** Sub accounts per transaction. */
const BATCH = 200;

/** Publishes every night how many reviews each channel has. */
@Injectable()
export class ChannelCountsWorker {
  private readonly task: CountTask;

  constructor(
    database: Database,
    metrics: Metrics,
    private readonly counts: ChannelCountsRepository,
    private readonly outbox: Outbox,
  ) {
    this.task = new CountTask(new NightlyCount(database, (tx, batch) => this.publish(tx, batch)), metrics);
  }

  @Interval(COUNT_TICK_MS)
  tick(): Promise<void> {
    return this.task.tick();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }

  private async publish(tx: Tx, batch: CountBatch): Promise<number | null> {
    const counted = await this.counts.count(tx, batch, BATCH);
    const events = counted.flatMap((subAccount) => eventsOf(subAccount, batch.asOf));
    await this.outbox.addAll(tx, reviewCounted, events);
    return counted.length < BATCH ? null : (counted.at(-1) as CountedSubAccount).sub_account_id;
  }
}

function eventsOf(subAccount: CountedSubAccount, asOf: Date): NewEvent<ReviewCountedPayload>[] {
  const { account_id, sub_account_id, channels } = subAccount;
  return countedPayloads(channels, asOf).map((data) => ({
    accountId: account_id,
    subAccountId: sub_account_id,
    // The event is about no single review. The prefix keeps it apart from the review with the same id.
    subject: `sub_account:${sub_account_id}`,
    version: asOf.getTime() / 1_000,
    data,
  }));
}
