import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@plaudit/database';
import { ChannelsEnv } from '../../channels.env';
import { CrawlNotifier } from './crawl.notifier';
import { CrawlsRepository } from './crawls.repository';
import { assertRefreshable, type RefreshState } from './refresh-rule';

/** Queues crawls that users request between the daily ones. */
@Injectable()
export class CrawlQueueService {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly notifier: CrawlNotifier,
    private readonly env: ChannelsEnv,
  ) {}

  /** Makes the crawl of a locked channel due. Throws 429 if it is queued already or the last crawl is too recent. */
  async request(tx: Tx, channel: Omit<RefreshState, 'queued'> & { id: number }, now: Date): Promise<void> {
    const queued = await this.crawls.isQueued(tx, channel.id);
    assertRefreshable({ ...channel, queued }, this.env.CHANNEL_REFRESH_LIMIT_MINUTES, now);
    await this.crawls.request(tx, channel.id);
    afterCommit(tx, () => this.notifier.notify());
  }
}
