import { Injectable, Logger } from '@nestjs/common';
import { warnOfFailure } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import { ChannelListCache } from '../../channels/channel-list.cache';
import { CrawlError } from '../../platforms/crawl-error';
import { CrawlOutcomeService } from '../outcome/crawl-outcome.service';
import { type CrawlLease, CrawlsRepository, LeaseLost } from '../queue/crawls.repository';
import { LeaseHeartbeat } from '../queue/lease-heartbeat';
import { ChannelReaderService } from './channel-reader.service';

/** After this many claims without a stored page, a crawl is assumed to kill its worker. */
const MAX_ATTEMPTS = 5;

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

  /** Returns what ended the crawl, or null. Never rejects: a failure is stored with the channel and does not affect the worker. */
  async run(lease: CrawlLease, stopping: AbortSignal): Promise<unknown> {
    const heartbeat = new LeaseHeartbeat(lease, this.crawls, this.env.CRAWL_LEASE_SECONDS * 1_000);
    const stop = (): void => heartbeat.abort(stopping.reason as Error);
    stopping.addEventListener('abort', stop, { once: true });
    if (stopping.aborted) stop();
    this.cache.forget(lease);
    try {
      await this.crawl(lease, heartbeat.signal);
      return null;
    } catch (error) {
      await this.endAfterError(lease, error, heartbeat.signal);
      return error;
    } finally {
      stopping.removeEventListener('abort', stop);
      await heartbeat.end();
      this.cache.forget(lease);
    }
  }

  private async crawl(lease: CrawlLease, signal: AbortSignal): Promise<void> {
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
    if (!channel) return;
    const figures = await this.reader.read(lease, channel, signal);
    if (figures === null) await this.crawls.release(lease);
    else await this.outcomes.succeed(lease, figures);
  }

  private async endAfterError(lease: CrawlLease, error: unknown, signal: AbortSignal): Promise<void> {
    const lost = error instanceof LeaseLost || signal.reason instanceof LeaseLost;
    if (lost) return;
    try {
      if (signal.aborted) await this.crawls.release(lease);
      else if (error instanceof CrawlError) await this.outcomes.fail(lease, error);
      // Our own database failed. The lease expires, and the crawl continues at its checkpoint.
      else warnOfFailure(this.logger, { message: 'A crawl was interrupted', ...about(lease) }, error);
    } catch (again) {
      if (again instanceof LeaseLost) return;
      warnOfFailure(
        this.logger,
        { message: 'Could not store the outcome of a crawl', ...about(lease) },
        again,
      );
    }
  }
}

function about(lease: CrawlLease): { channel_id: number } {
  return { channel_id: lease.channel_id };
}
