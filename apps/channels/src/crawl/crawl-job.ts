import { Injectable, Logger } from '@nestjs/common';
import { ChannelsEnv } from '../channels.env';
import { ChannelListCache } from '../channels/channel-list-cache';
import { CrawlError } from '../platforms/platform';
import { CrawlOutcomes } from './crawl-outcomes';
import { CrawlRunner } from './crawl-runner';
import { type CrawlLease, CrawlsRepository, LeaseLost } from './crawls.repository';
import { HeldCrawl } from './held-crawl';

/** Claims without a stored page after which a crawl is taken for one that kills its worker. */
const MAX_ATTEMPTS = 5;

/** One claimed crawl from the claim to its end. Never rejects: a crawl's trouble is the channel's, not the worker's. */
@Injectable()
export class CrawlJob {
  private readonly logger = new Logger(CrawlJob.name);

  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly runner: CrawlRunner,
    private readonly outcomes: CrawlOutcomes,
    private readonly cache: ChannelListCache,
    private readonly env: ChannelsEnv,
  ) {}

  async run(lease: CrawlLease, stopping: AbortSignal): Promise<void> {
    const held = new HeldCrawl(lease, this.crawls, this.env.CRAWL_LEASE_SECONDS * 1_000);
    const stop = (): void => held.stop(stopping.reason as Error);
    stopping.addEventListener('abort', stop, { once: true });
    if (stopping.aborted) stop();
    this.cache.forget(lease);
    try {
      await this.crawl(lease, held.signal);
    } catch (error) {
      await this.giveUp(lease, error, held.signal);
    } finally {
      stopping.removeEventListener('abort', stop);
      await held.end();
      this.cache.forget(lease);
    }
  }

  private async crawl(lease: CrawlLease, signal: AbortSignal): Promise<void> {
    if (lease.attempts > MAX_ATTEMPTS) {
      this.logger.error({ message: 'a crawl broke off again and again', channel_id: lease.channel_id });
      return this.outcomes.fail(
        lease,
        new CrawlError('BUG', 'Reading the reviews broke off again and again.'),
      );
    }
    const channel = await this.crawls.channelOf(lease);
    if (!channel) return;
    const figures = await this.runner.read(lease, channel, signal);
    if (figures === null) await this.crawls.release(lease);
    else await this.outcomes.succeed(lease, figures);
  }

  private async giveUp(lease: CrawlLease, error: unknown, signal: AbortSignal): Promise<void> {
    const lost = error instanceof LeaseLost || signal.reason instanceof LeaseLost;
    if (lost) return;
    try {
      if (signal.aborted) await this.crawls.release(lease);
      else if (error instanceof CrawlError) await this.outcomes.fail(lease, error);
      // Our own database is in the way: the lease runs out, and the crawl goes on at its checkpoint.
      else this.logger.warn({ message: 'a crawl broke off', channel_id: lease.channel_id, error });
    } catch (again) {
      if (again instanceof LeaseLost) return;
      this.logger.warn({
        message: 'the end of a crawl could not be stored',
        channel_id: lease.channel_id,
        error: again,
      });
    }
  }
}
