import { Injectable } from '@nestjs/common';
import { channelCounted, wireDate } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { type CountBatch, NightlyCount, Outbox } from '@plaudit/events';
import { Chore, COUNT_TICK_MS, CountTask, Metrics } from '@plaudit/runtime';
import { ChannelCountsRepository, type CountedSubAccount } from './channel-counts.repository';

/** Sub accounts per transaction. */
const BATCH = 500;

/** Publishes every night how many channels each sub account has. */
@Injectable()
export class ChannelCountsService {
  private readonly task: CountTask;

  constructor(
    database: Database,
    metrics: Metrics,
    private readonly counts: ChannelCountsRepository,
    private readonly outbox: Outbox,
  ) {
    this.task = new CountTask(new NightlyCount(database, (tx, batch) => this.publish(tx, batch)), metrics);
  }

  @Chore({ name: 'nightly_count', everyMs: COUNT_TICK_MS, per: 'process' })
  count(_now: Date, stopping: AbortSignal): Promise<void> {
    return this.task.run(stopping);
  }

  private async publish(tx: Tx, batch: CountBatch): Promise<number | null> {
    const counted = await this.counts.count(tx, batch, BATCH);
    const events = counted.map(({ account_id, sub_account_id, channels }) => ({
      accountId: account_id,
      subAccountId: sub_account_id,
      // The event is about no single channel. The prefix keeps it apart from the channel with the same id.
      subject: `sub_account:${sub_account_id}`,
      version: batch.asOf.getTime() / 1_000,
      data: { as_of: wireDate(batch.asOf), channels },
    }));
    await this.outbox.addAll(tx, channelCounted, events);
    return counted.length < BATCH ? null : (counted.at(-1) as CountedSubAccount).sub_account_id;
  }
}
