import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@plaudit/database';
import { NightlyCount } from '@plaudit/events';
import { COUNT_TICK_MS, CountTask, Metrics } from '@plaudit/runtime';
import { ChannelCountsPublisher } from './channel-counts.publisher';

/** Publishes every night how many reviews each channel has. */
@Injectable()
export class ChannelCountsWorker {
  private readonly task: CountTask;

  constructor(database: Database, metrics: Metrics, publisher: ChannelCountsPublisher) {
    this.task = new CountTask(
      new NightlyCount(database, (tx, batch) => publisher.publish(tx, batch)),
      metrics,
    );
  }

  @Interval(COUNT_TICK_MS)
  tick(): Promise<void> {
    return this.task.tick();
  }

  onModuleDestroy(): Promise<void> {
    return this.task.stop();
  }
}
