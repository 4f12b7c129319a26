import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { ChannelRow } from '../channels/channels.repository';
import { CrawlAnnouncer } from './crawl-announcer';
import { CrawledChannels } from './crawled-channels';
import type { CrawlEntity } from './crawl.entity';
import { CrawlsRepository } from './crawls.repository';
import type { KnownFigures } from './rating';
import { nextDailyCrawl } from './schedule';
import { SnapshotsRepository } from './snapshots.repository';

/** A crawl that read everything it had to: the official figures count from now on. */
@Injectable()
export class CrawlSuccess {
  constructor(
    private readonly crawled: CrawledChannels,
    private readonly crawls: CrawlsRepository,
    private readonly snapshots: SnapshotsRepository,
    private readonly announcer: CrawlAnnouncer,
    private readonly clock: Clock,
  ) {}

  async record(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, figures: KnownFigures): Promise<void> {
    const now = this.clock.now();
    // What the first crawl finds is no change of anything.
    if (crawl.mode === 'incremental') await this.announcer.ratingChanged(tx, channel, figures, now);
    await this.snapshots.store(tx, channel.id, figures, now);
    await this.crawls.finish(tx, crawl.id, nextDailyCrawl(channel.id, now));
    await this.crawled.save(tx, channel, {
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
