import { Injectable } from '@nestjs/common';
import { afterCommit, type Tx } from '@plaudit/database';
import { ChannelsEnv } from '../channels.env';
import { CrawlBell } from './crawl-bell';
import { CrawlsRepository } from './crawls.repository';
import { assertRefreshable, type RefreshState } from './refresh-rule';

/** Crawls that are asked for between two of the daily round. */
@Injectable()
export class CrawlRequests {
  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly bell: CrawlBell,
    private readonly env: ChannelsEnv,
  ) {}

  /** Makes a crawl of the locked channel due; throws the 429 when that is too soon or has happened already. */
  async request(tx: Tx, channel: Omit<RefreshState, 'queued'> & { id: number }, now: Date): Promise<void> {
    const queued = await this.crawls.isQueued(tx, channel.id);
    assertRefreshable({ ...channel, queued }, this.env.CHANNEL_REFRESH_LIMIT_MINUTES, now);
    await this.crawls.ask(tx, channel.id);
    afterCommit(tx, () => this.bell.ring());
  }
}
