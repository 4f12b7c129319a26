import { AsyncResource } from 'node:async_hooks';
import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { warnOfFailure } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import { CrawlNotifier } from '../queue/crawl.notifier';
import { CrawlPlanService } from '../queue/crawl-plan.service';
import type { CrawlLease } from '../queue/crawls.repository';
import { ObservedCrawlService } from './observed-crawl.service';

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
    private readonly plan: CrawlPlanService,
    private readonly crawl: ObservedCrawlService,
    private readonly notifier: CrawlNotifier,
    private readonly env: ChannelsEnv,
  ) {}

  onModuleInit(): void {
    this.notifier.onNotify(() => this.ownContext.runInAsyncScope(() => this.noticeNew()));
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

  private async claimRound(): Promise<void> {
    const full = new Set<string>();
    while (this.hasPlace()) {
      const lease = await this.plan.claimNext(this.env.CRAWL_LEASE_SECONDS * 1_000, full);
      if (!lease) return;
      this.start(lease);
    }
  }

  /** A crawl was queued, perhaps with a higher priority than those that are planned. */
  private noticeNew(): void {
    this.plan.forget();
    this.tick();
  }

  private hasPlace(): boolean {
    return this.jobs.size < this.env.CRAWL_CONCURRENCY && !this.stopping.signal.aborted;
  }

  private start(lease: CrawlLease): void {
    const running = this.crawl.run(lease, this.stopping.signal).finally(() => {
      this.jobs.delete(running);
      if (!this.stopping.signal.aborted) this.tick();
    });
    this.jobs.add(running);
  }
}
