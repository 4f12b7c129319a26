import { Injectable, Logger } from '@nestjs/common';
import { LeaseLost } from '@plaudit/queue';
import { warnOfFailure } from '@plaudit/runtime';
import { ChannelListCache } from '../../channels/channel-list.cache';
import { CrawlError } from '../../platforms/crawl-error';
import { CrawlOutcomeService } from '../outcome/crawl-outcome.service';
import { type CrawlLease, CrawlsRepository } from '../queue/crawls.repository';
import { ChannelReaderService } from './channel-reader.service';
import type { CrawlEnd } from './crawl.metrics';

/** After this many claims without a stored page, a crawl is assumed to kill its worker. */
const MAX_ATTEMPTS = 5;

const INTERRUPTED: CrawlEnd = { outcome: 'interrupted' };

/** Runs one claimed crawl from its claim to its end. */
@Injectable()
export class CrawlJobService {
  private readonly logger = new Logger(CrawlJobService.name);

  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly reader: ChannelReaderService,
    private readonly outcomes: CrawlOutcomeService,
    private readonly cache: ChannelListCache,
  ) {}

  /**
   * Returns how the crawl ended. Never rejects: a failure is stored with the channel and does not affect the worker. The signal is
   * aborted when the lease is lost or the process stops. Calls `onPage` after each stored page.
   */
  async run(lease: CrawlLease, signal: AbortSignal, onPage: () => void): Promise<CrawlEnd> {
    this.cache.forget(lease);
    try {
      return await this.crawl(lease, signal, onPage);
    } catch (error) {
      return await this.endAfterError(lease, error, signal);
    } finally {
      this.cache.forget(lease);
    }
  }

  private async crawl(lease: CrawlLease, signal: AbortSignal, onPage: () => void): Promise<CrawlEnd> {
    if (lease.attempts > MAX_ATTEMPTS) {
      this.logger.error({
        message: `A crawl was interrupted ${MAX_ATTEMPTS} times without storing a page`,
        channel_id: lease.channel_id,
      });
      return this.outcomes.fail(
        lease,
        new CrawlError(
          'BUG',
          'Reading the reviews was interrupted several times because of a fault on our side. We try again later.',
        ),
      );
    }
    const channel = await this.crawls.channelOf(lease);
    if (!channel) return INTERRUPTED;
    const read = await this.reader.read(lease, channel, { signal, onPage });
    if (read !== null) return this.outcomes.succeed(lease, read);
    await this.crawls.release(lease);
    return { outcome: 'continued' };
  }

  private async endAfterError(lease: CrawlLease, error: unknown, signal: AbortSignal): Promise<CrawlEnd> {
    const lost = error instanceof LeaseLost || signal.reason instanceof LeaseLost;
    if (lost) return INTERRUPTED;
    try {
      if (signal.aborted) await this.crawls.release(lease);
      else if (error instanceof CrawlError) return await this.outcomes.fail(lease, error);
      // Our own database failed. The lease expires, and the crawl continues at its checkpoint.
      else warnOfFailure(this.logger, { message: 'A crawl was interrupted', ...about(lease) }, error);
    } catch (again) {
      if (again instanceof LeaseLost) return INTERRUPTED;
      warnOfFailure(
        this.logger,
        { message: 'Could not store the outcome of a crawl', ...about(lease) },
        again,
      );
    }
    return INTERRUPTED;
  }
}

function about(lease: CrawlLease): { channel_id: number } {
  return { channel_id: lease.channel_id };
}
