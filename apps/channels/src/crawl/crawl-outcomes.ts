import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { type ChannelRow, ChannelsRepository } from '../channels/channels.repository';
import { CrawlError, type OfficialFigures } from '../platforms/platform';
import { CrawlFailure } from './crawl-failure';
import { CrawlSuccess } from './crawl-success';
import type { CrawlEntity } from './crawl.entity';
import { type CrawlLease, CrawlsRepository, LeaseLost } from './crawls.repository';
import { settleFigures } from './rating';

/** How a crawl ends, in one transaction each. Throws {@link LeaseLost} when it is somebody else's by now. */
@Injectable()
export class CrawlOutcomes {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly success: CrawlSuccess,
    private readonly failure: CrawlFailure,
  ) {}

  /** No reviews at all although the platform counts some is a failure, never a deletion. */
  async succeed(lease: CrawlLease, told: OfficialFigures): Promise<void> {
    await this.ending(lease, async (tx, crawl, channel) => {
      const figures = settleFigures(channel, told);
      const missing = crawl.reviews_seen === 0 ? (figures.reviews ?? 0) : 0;
      if (missing === 0) return this.success.record(tx, crawl, channel, figures);
      const msg = `The platform counts ${missing} review(s) but shows none of them.`;
      return this.failure.record(tx, crawl.id, channel, new CrawlError('EMPTY_RESULT', msg));
    });
  }

  async fail(lease: CrawlLease, error: CrawlError): Promise<void> {
    await this.ending(lease, (tx, crawl, channel) => this.failure.record(tx, crawl.id, channel, error));
  }

  private async ending(
    lease: CrawlLease,
    work: (tx: Tx, crawl: CrawlEntity, channel: ChannelRow) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const channel = await this.channels.lock(tx, lease.channel_id);
      if (!channel) throw new LeaseLost(lease.id);
      await work(tx, await this.crawls.hold(tx, lease), channel);
    });
  }
}
