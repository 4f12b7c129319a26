import { Injectable } from '@nestjs/common';
import { Database } from '@plaudit/database';
import { NightlyCount } from '@plaudit/events';
import { Chore, COUNT_TICK_MS, CountTask, Metrics } from '@plaudit/runtime';
import { ChannelCountsPublisher } from './channel-counts.publisher';

/** Publishes every night how many reviews each channel has. */
@Injectable()
export class ChannelCountsService {
  private readonly task: CountTask;

  constructor(database: Database, metrics: Metrics, publisher: ChannelCountsPublisher) {
    this.task = new CountTask(
      new NightlyCount(database, (tx, batch) => publisher.publish(tx, batch)),
      metrics,
    );
  }

  @Chore({ name: 'nightly_count', everyMs: COUNT_TICK_MS, per: 'process' })
  count(_now: Date, stopping: AbortSignal): Promise<void> {
    return this.task.run(stopping);
  }
}
