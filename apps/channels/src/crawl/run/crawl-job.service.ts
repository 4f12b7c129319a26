import { Injectable, Logger } from '@nestjs/common';
import { warnOfFailure } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import { ChannelListCache } from '../../channels/channel-list.cache';
import { CrawlError } from '../../platforms/crawl-error';
import { CrawlOutcomeService } from '../outcome/crawl-outcome.service';
import { type CrawlLease, CrawlsRepository, LeaseLost } from '../queue/crawls.repository';
import { LeaseHeartbeat } from '../queue/lease-heartbeat';
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
    private readonly env: ChannelsEnv,
  ) {}

  /**
   * Returns how the crawl ended. Never rejects: a failure is stored with the channel and does not affect the worker. Calls
   * `onPage` after each stored page.
   */
  async run(lease: CrawlLease, stopping: AbortSignal, onPage: () => void): Promise<CrawlEnd> {
    const heartbeat = new LeaseHeartbeat(lease, this.crawls, this.env.CRAWL_LEASE_SECONDS * 1_000);
    const stop = (): void => heartbeat.abort(stopping.reason as Error);
    stopping.addEventListener('abort', stop, { once: true });
    if (stopping.aborted) stop();
    this.cache.forget(lease);
    try {
      return await this.crawl(lease, heartbeat.signal, onPage);
    } catch (error) {
      return await this.endAfterError(lease, error, heartbeat.signal);
    } finally {
      stopping.removeEventListener('abort', stop);
      await heartbeat.end();
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
