import { Injectable } from '@nestjs/common';
import type { Tx } from '@plaudit/database';
import { ChannelsEnv } from '../../channels.env';
import type { ChannelRow } from '../../channels/channels.repository';
import { CrawlNotifier } from './crawl.notifier';
import { CrawlsRepository } from './crawls.repository';
import { assertRefreshable } from './refresh-rule';

/** Queues crawls that users request between the daily ones. */
@Injectable()
export class CrawlQueueService {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly notifier: CrawlNotifier,
    private readonly env: ChannelsEnv,
  ) {}

  /** Makes the crawl of a locked channel due. Throws 429 if it is queued already or the last crawl is too recent. */
  async request(tx: Tx, channel: ChannelRow, now: Date): Promise<void> {
    const queued = await this.crawls.isQueued(tx, channel.id);
    assertRefreshable({ ...channel, queued }, this.env.CHANNEL_REFRESH_LIMIT_MINUTES, now);
    await this.crawls.request(tx, channel.id);
    this.notifier.queued(tx, channel);
  }
}
