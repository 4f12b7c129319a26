import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type Claim, QueueNotifier, QueueWorker } from '@plaudit/queue';
import { ChannelsEnv } from '../../channels.env';
import { CrawlPlanService } from '../queue/crawl-plan.service';
import { type CrawlLease, CRAWLS, CrawlsRepository } from '../queue/crawls.repository';
import { ObservedCrawlService } from './observed-crawl.service';

/** A crawl that is told to stop ends with its page, or with the request under way. */
const DRAIN_MS = 60_000;

/** Claims due crawls, up to CRAWL_CONCURRENCY at a time, and releases them when the process stops. */
@Injectable()
export class CrawlWorker implements OnModuleInit, OnModuleDestroy {
  private readonly worker: QueueWorker<CrawlLease>;
  /** Platforms that have their maximum of crawls, until nothing else can be claimed. */
  private full = new Set<string>();

  constructor(
    private readonly plan: CrawlPlanService,
    crawl: ObservedCrawlService,
    crawls: CrawlsRepository,
    private readonly env: ChannelsEnv,
    notifier: QueueNotifier,
  ) {
    const leaseMs = env.CRAWL_LEASE_SECONDS * 1_000;
    this.worker = new QueueWorker(
      {
        what: CRAWLS,
        leaseMs,
        drainMs: DRAIN_MS,
        interrupts: true,
        claim: () => this.claim(leaseMs),
        // The next slice of the crawl may be due.
        handle: (lease, held) => crawl.run(lease, held.signal).then(() => true),
        extend: (leases) => crawls.extend(leases, leaseMs),
        // A crawl was queued, perhaps with a higher priority than those that are planned.
        woken: () => plan.forget(),
      },
      notifier,
    );
  }

  onModuleInit(): void {
    this.worker.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.stop();
  }

  private async claim(leaseMs: number): Promise<Claim<CrawlLease>> {
    if (this.worker.size >= this.env.CRAWL_CONCURRENCY) return { items: [], isFull: true };
    const { full } = this;
    const lease = await this.plan.claimNext(leaseMs, full);
    if (!lease) this.full = new Set();
    return { items: lease ? [lease] : [], isFull: full.size > 0 };
  }
}
