import { Injectable } from '@nestjs/common';
import { crawlProgressNotice, type CrawlStage } from '@plaudit/contracts';
import { afterCommit, type Tx } from '@plaudit/database';
import { NoticeNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import type { ChannelEntity } from '../../channels/channel.entity';
import type { CrawlEntity } from './crawl.entity';
import { CRAWLS } from './crawls.repository';

type NoticedChannel = Pick<ChannelEntity, 'id' | 'account_id' | 'sub_account_id' | 'reviews'>;
type NoticedCrawl = Pick<CrawlEntity, 'pages_done' | 'reviews_seen'>;

const NOTHING_READ: NoticedCrawl = { pages_done: 0, reviews_seen: 0 };

/**
 * Wakes the crawl worker after a commit that made a crawl due. Tells who watches the channel how far its crawl is. It knows nothing of
 * the worker, so that requests do not depend on the crawler.
 */
@Injectable()
export class CrawlNotifier {
  constructor(
    private readonly notices: NoticeNotifier,
    private readonly queues: QueueNotifier,
  ) {}

  /** Call it in the transaction that makes the crawl due. */
  queued(tx: Tx, channel: NoticedChannel): void {
    this.queues.queued(tx, CRAWLS);
    this.progress(tx, channel, 'queued');
  }

  /** Call it in the transaction that stores the progress. Watchers hear of it once a second at most. */
  progress(tx: Tx, channel: NoticedChannel, stage: CrawlStage, crawl = NOTHING_READ): void {
    const { id, account_id: accountId, sub_account_id: subAccountId, reviews: total } = channel;
    const { pages_done: page, reviews_seen: found } = crawl;
    afterCommit(tx, () =>
      this.notices.send(crawlProgressNotice, { accountId, subAccountId }, id, {
        channel_id: id,
        stage,
        page,
        found,
        total,
      }),
    );
  }
}
