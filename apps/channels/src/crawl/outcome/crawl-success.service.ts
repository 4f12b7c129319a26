import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { ChannelRow } from '../../channels/channels.repository';
import type { CrawlEntity } from '../queue/crawl.entity';
import { CrawlsRepository } from '../queue/crawls.repository';
import { nextDailyCrawl } from '../queue/schedule';
import { CrawlEventsPublisher } from './crawl-events.publisher';
import { CrawledChannelService } from './crawled-channel.service';
import type { KnownFigures } from './official-figures';
import { SnapshotsRepository } from './snapshots.repository';

/** Stores a successful crawl: the official figures, the snapshot of the day and the next daily crawl. */
@Injectable()
export class CrawlSuccessService {
  constructor(
    private readonly channels: CrawledChannelService,
    private readonly crawls: CrawlsRepository,
    private readonly snapshots: SnapshotsRepository,
    private readonly events: CrawlEventsPublisher,
    private readonly clock: Clock,
  ) {}

  async store(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, figures: KnownFigures): Promise<void> {
    const now = this.clock.now();
    // The figures of the first crawl are not a change.
    if (crawl.mode === 'incremental') await this.events.ratingChanged(tx, channel, figures, now);
    await this.snapshots.store(tx, channel.id, figures, now);
    await this.crawls.finish(tx, crawl.id, nextDailyCrawl(channel.id, now));
    await this.channels.save(tx, channel, {
      ...figures,
      status: 'active',
      error_code: null,
      error_msg: null,
      consecutive_failures: 0,
      last_checked: now,
      last_success_on: now,
      updated_on: now,
    });
  }
}
