import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@plaudit/database';
import { type ChannelRow, ChannelsRepository } from '../../channels/channels.repository';
import { CrawlError } from '../../platforms/crawl-error';
import type { CrawlEntity } from '../queue/crawl.entity';
import { type CrawlLease, CrawlsRepository, LeaseLost } from '../queue/crawls.repository';
import type { ReadChannel } from '../run/channel-reader.service';
import type { CrawlEnd } from '../run/crawl.metrics';
import { CrawlFailureService } from './crawl-failure.service';
import { CrawlSuccessService } from './crawl-success.service';
import { settleFigures } from './official-figures';

/** Ends a crawl in one transaction. Throws {@link LeaseLost} if the worker no longer holds the lease. */
@Injectable()
export class CrawlOutcomeService {
  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsRepository,
    private readonly crawls: CrawlsRepository,
    private readonly success: CrawlSuccessService,
    private readonly failure: CrawlFailureService,
  ) {}

  /** Stores the crawl as a failure, never as a deletion, if it found no review although the platform counts some. */
  succeed(lease: CrawlLease, { figures: read, validators }: ReadChannel): Promise<CrawlEnd> {
    return this.end(lease, async (tx, crawl, channel) => {
      const settled = settleFigures(channel, read, crawl.doubted_figures ?? {});
      const isEmpty = crawl.reviews_seen === 0 && crawl.checkpoint?.unchanged !== true;
      const missing = isEmpty ? (read.reviews ?? channel.reviews ?? 0) : 0;
      if (missing > 0) {
        const msg = `The platform counts ${missing} review(s) but shows none of them. Check that the profile is public.`;
        return this.storeFailure(tx, crawl, channel, new CrawlError('EMPTY_RESULT', msg));
      }
      await this.success.store(tx, { crawl, channel, settled, validators });
      return { outcome: 'succeeded' };
    });
  }

  fail(lease: CrawlLease, error: CrawlError): Promise<CrawlEnd> {
    return this.end(lease, (tx, crawl, channel) => this.storeFailure(tx, crawl, channel, error));
  }

  private async storeFailure(
    tx: Tx,
    crawl: CrawlEntity,
    channel: ChannelRow,
    error: CrawlError,
  ): Promise<CrawlEnd> {
    await this.failure.store(tx, crawl, channel, error);
    return { outcome: 'failed', errorCode: error.code };
  }

  private async end(
    lease: CrawlLease,
    work: (tx: Tx, crawl: CrawlEntity, channel: ChannelRow) => Promise<CrawlEnd>,
  ): Promise<CrawlEnd> {
    return this.database.transaction(async (tx) => {
      const channel = await this.channels.lock(tx, lease.channel_id);
      if (!channel) throw new LeaseLost(lease.id);
      return work(tx, await this.crawls.lock(tx, lease), channel);
    }, 'background');
  }
}
