import { AsyncResource } from 'node:async_hooks';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { ChannelsEnv } from '../channels.env';
import { PLATFORMS } from '../platforms/registry';
import { CrawlBell } from './crawl-bell';
import { CrawlJob } from './crawl-job';
import { type CrawlLease, CrawlsRepository } from './crawls.repository';

const TICK_MS = 1_000;

/** Takes due crawls, as many at a time as this process may, and gives them back when it stops. */
@Injectable()
export class CrawlWorker implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(CrawlWorker.name);
  /** A bell is rung inside a request or an event; crawls must not count as part of it. */
  private readonly ownContext = new AsyncResource('CrawlWorker');
  private readonly jobs = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private claiming: Promise<void> | null = null;
  private askedAgain = false;

  constructor(
    private readonly crawls: CrawlsRepository,
    private readonly job: CrawlJob,
    private readonly bell: CrawlBell,
    private readonly env: ChannelsEnv,
  ) {}

  onModuleInit(): void {
    this.bell.onRing(() => this.ownContext.runInAsyncScope(() => this.tick()));
  }

  /** Claims until this process or the queue has no more. At most one of it runs at a time. */
  @Interval(TICK_MS)
  tick(): void {
    this.askedAgain = true;
    this.claiming ??= this.claimAll().finally(() => {
      this.claiming = null;
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('the process stops'));
    await this.claiming;
    await Promise.all(this.jobs);
  }

  private async claimAll(): Promise<void> {
    while (this.askedAgain) {
      this.askedAgain = false;
      try {
        await this.claimRound();
      } catch (error) {
        this.logger.warn({ message: 'no crawl could be claimed', error });
      }
    }
  }

  /** One crawl of each platform in turn, so that none takes all places. */
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
    const running = this.job.run(lease, this.stopping.signal).finally(() => {
      this.jobs.delete(running);
      if (!this.stopping.signal.aborted) this.tick();
    });
    this.jobs.add(running);
  }
}
