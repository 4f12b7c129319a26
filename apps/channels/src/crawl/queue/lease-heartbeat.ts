import { type CrawlLease, type CrawlsRepository, LeaseLost } from './crawls.repository';

/** Extends a lease three times per lease duration, and aborts its signal if the lease is lost. */
export class LeaseHeartbeat {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private beating: Promise<void> = Promise.resolve();

  constructor(
    readonly lease: CrawlLease,
    private readonly crawls: CrawlsRepository,
    private readonly leaseMs: number,
  ) {
    this.timer = setInterval(() => {
      this.beating = this.beat();
    }, leaseMs / 3);
  }

  /** Aborted when the lease is lost or the process stops. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  abort(reason: Error): void {
    this.controller.abort(reason);
  }

  /** Ends the heartbeat. Does not change the lease itself. */
  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
  }

  private async beat(): Promise<void> {
    try {
      if (!(await this.crawls.heartbeat(this.lease, this.leaseMs))) this.abort(new LeaseLost(this.lease.id));
    } catch {
      // The database is away for a moment. The next beat, or the lease check of the next write, notices a lost lease.
    }
  }
}
