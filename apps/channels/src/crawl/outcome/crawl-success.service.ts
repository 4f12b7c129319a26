import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { ChannelRow } from '../../channels/channels.repository';
import type { CrawlEntity } from '../queue/crawl.entity';
import { CrawlsRepository } from '../queue/crawls.repository';
import { nextDailyCrawl } from '../queue/schedule';
import { RemovedReviewsService } from '../pages/removed-reviews.service';
import { CrawledChannelService } from './crawled-channel.service';
import type { SettledFigures } from './official-figures';
import { RatingHistoryService } from './rating-history.service';

/** Stores a successful crawl: the official figures, the reviews that are gone and the next daily crawl. */
@Injectable()
export class CrawlSuccessService {
  constructor(
    private readonly channels: CrawledChannelService,
    private readonly crawls: CrawlsRepository,
    private readonly history: RatingHistoryService,
    private readonly removed: RemovedReviewsService,
    private readonly clock: Clock,
  ) {}

  async store(tx: Tx, crawl: CrawlEntity, channel: ChannelRow, settled: SettledFigures): Promise<void> {
    const { figures, doubted } = settled;
    const now = this.clock.now();
    await this.history.record(tx, crawl, channel, figures, now);
    await this.removed.notice(tx, crawl, channel, now);
    const dueAt = nextDailyCrawl(channel.id, crawl.started_at ?? now, now);
    await this.crawls.finish(tx, crawl.id, dueAt, doubted);
    await this.channels.save(tx, channel, {
      ...figures,
      status: 'active',
      error_code: null,
      error_msg: null,
      consecutive_failures: 0,
      last_checked: now,
      last_success_on: now,
    });
  }
}
