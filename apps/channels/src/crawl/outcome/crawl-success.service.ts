import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import type { ChannelRow } from '../../channels/channels.repository';
import type { Notice } from '../../platforms/platform';
import { getPlatform } from '../../platforms/registry';
import type { Validators } from '../http/page-validators';
import type { CrawlEntity } from '../queue/crawl.entity';
import { CrawlsRepository } from '../queue/crawls.repository';
import { nextDailyCrawl } from '../queue/schedule';
import { nextCrawlMode, stopsEarly, sweptAfter } from '../queue/sweep-rule';
import { afterPart, withTotals } from '../pages/notices';
import { RemovedReviewsService } from '../pages/removed-reviews.service';
import { CrawledChannelService } from './crawled-channel.service';
import type { SettledFigures } from './official-figures';
import { RatingHistoryService } from './rating-history.service';

interface SuccessfulCrawl {
  crawl: CrawlEntity;
  channel: ChannelRow;
  settled: SettledFigures;
  validators: Validators;
}

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

  async store(tx: Tx, { crawl, channel, settled, validators }: SuccessfulCrawl): Promise<void> {
    const { figures, doubted } = settled;
    const now = this.clock.now();
    await this.history.record(tx, crawl, channel, figures, now);
    const swept = await this.removed.notice(tx, crawl, { ...channel, reviews: figures.reviews }, now);
    const sweep = { sweptOn: sweptAfter(crawl, swept.isComplete, now), hasDoubts: swept.hasDoubts };
    await this.crawls.finish(tx, crawl.id, {
      due_at: nextDailyCrawl(channel.id, crawl.started_at ?? now, now),
      mode: nextCrawlMode(getPlatform(channel.type).meta.caps, sweep, now),
      swept_on: sweep.sweptOn,
      // A review that was missed must be missed by another reading of its page.
      validators: sweep.hasDoubts ? null : validators,
      doubted_figures: doubted,
    });
    await this.channels.saveSuccess(tx, crawl, channel, swept.removed, {
      ...figures,
      status: 'active',
      error_code: null,
      error_msg: null,
      consecutive_failures: 0,
      last_checked: now,
      last_success_on: now,
      notices: noticesAfter(crawl, channel),
    });
  }
}

/** A crawl that ended at known reviews, or at a page that has not changed, says nothing about what it left out. */
function noticesAfter({ mode, checkpoint, reviews_seen }: CrawlEntity, channel: ChannelRow): Notice[] {
  const met = withTotals(checkpoint?.notices ?? [], reviews_seen);
  const isCut = mode === 'incremental' && checkpoint?.cut === true;
  const isPart = checkpoint?.unchanged === true || (isCut && stopsEarly(getPlatform(channel.type).meta.caps));
  return isPart ? afterPart(channel.notices, met) : met;
}
