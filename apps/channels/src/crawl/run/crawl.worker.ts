import { AsyncResource } from 'node:async_hooks';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Tracing, warnOfFailure } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import { PLATFORMS } from '../../platforms/registry';
import { CrawlNotifier } from '../queue/crawl.notifier';
import { type CrawlLease, CrawlsRepository } from '../queue/crawls.repository';
import { CrawlJobService } from './crawl-job.service';
import { type CrawlEnd, CrawlMetrics } from './crawl.metrics';

const TICK_MS = 1_000;

/** Claims due crawls, up to CRAWL_CONCURRENCY at a time, and releases them when the process stops. */
@Injectable()
export class CrawlWorker implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(CrawlWorker.name);
  /** A notification arrives inside a request or an event. A crawl must not run in that context. */
  private readonly ownContext = new AsyncResource('CrawlWorker');
  private readonly jobs = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private claiming: Promise<void> | null = null;
  private tickedAgain = false;

  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly job: CrawlJobService,
    private readonly notifier: CrawlNotifier,
    private readonly metrics: CrawlMetrics,
    private readonly env: ChannelsEnv,
    private readonly tracing: Tracing,
  ) {}

  onModuleInit(): void {
    this.notifier.onNotify(() => this.ownContext.runInAsyncScope(() => this.tick()));
  }

  /** Claims crawls until none is due or all places are taken. A tick during a claim makes it run once more. */
  @Interval(TICK_MS)
  tick(): void {
    this.tickedAgain = true;
    this.claiming ??= this.claimAll().finally(() => {
      this.claiming = null;
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('The process is stopping'));
    await this.claiming;
    await Promise.all(this.jobs);
  }

  private async claimAll(): Promise<void> {
    while (this.tickedAgain) {
      this.tickedAgain = false;
      try {
        await this.claimRound();
      } catch (error) {
        warnOfFailure(this.logger, 'Could not claim a crawl', error);
      }
    }
  }

  /** Claims one crawl per platform in turn, so that no platform takes all places. */
  private async claimRound(): Promise<void> {
    for (let claimed = true; claimed && this.hasPlace();) {
      claimed = false;
      const due = new Set(await this.crawls.duePlatforms());
      for (const { meta } of PLATFORMS.filter((platform) => due.has(platform.meta.slug))) {
        if (!this.hasPlace()) return;
        const lease = await this.crawls.claim(meta, this.env.CRAWL_LEASE_SECONDS * 1_000);
        if (lease) this.start(lease);
        claimed ||= lease !== null;
      }
    }
  }

  private hasPlace(): boolean {
    return this.jobs.size < this.env.CRAWL_CONCURRENCY && !this.stopping.signal.aborted;
  }

  private start(lease: CrawlLease): void {
    const running = this.run(lease).finally(() => {
      this.jobs.delete(running);
      if (!this.stopping.signal.aborted) this.tick();
    });
    this.jobs.add(running);
  }

  /** A slice of a crawl is a trace of its own. It would make the trace of the request that queued it hours long. */
  private run(lease: CrawlLease): Promise<void> {
    const { platform, mode, traceparent } = lease;
    const options = {
      parent: null,
      links: [{ traceparent }],
      attributes: { 'plaudit.platform': platform, 'plaudit.crawl_mode': mode },
    };
    return this.tracing.run(`crawl ${platform}`, options, async (span) => {
      const end = await this.measured(lease);
      span?.end(errorOf(end));
    });
  }

  private async measured(lease: CrawlLease): Promise<CrawlEnd> {
    const { platform } = lease;
    const began = performance.now();
    const end = await this.job.run(lease, this.stopping.signal, () => this.metrics.pageStored(platform));
    this.metrics.ended(platform, end, (performance.now() - began) / 1_000);
    return end;
  }
}

/** Returns what the span of a crawl shows as its error, or undefined if there is none. */
function errorOf(end: CrawlEnd): string | undefined {
  if (end.outcome === 'failed') return end.errorCode;
  return end.outcome === 'interrupted' ? end.outcome : undefined;
}
