import { type CrawlLease, type CrawlsRepository, LeaseLost } from './crawls.repository';

/** Reports three times per lease that its holder lives, and says when the lease is lost all the same. */
export class HeldCrawl {
  private readonly ending = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private reporting: Promise<void> = Promise.resolve();

  constructor(
    readonly lease: CrawlLease,
    private readonly crawls: CrawlsRepository,
    private readonly leaseMs: number,
  ) {
    this.timer = setInterval(() => {
      this.reporting = this.report();
    }, leaseMs / 3);
  }

  /** Aborted when the lease is lost or the process stops. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  stop(reason: Error): void {
    this.ending.abort(reason);
  }

  /** Ends the reporting; the lease itself stays as the outcome left it. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.reporting;
  }

  private async report(): Promise<void> {
    try {
      if (!(await this.crawls.heartbeat(this.lease, this.leaseMs))) this.stop(new LeaseLost(this.lease.id));
    } catch {
      // A database that is away for a moment: the next report, or the fence of the next write, decides.
    }
  }
}
