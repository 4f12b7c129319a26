import { Injectable } from '@nestjs/common';
import { Tracing } from '@plaudit/runtime';
import type { CrawlLease } from '../queue/crawls.repository';
import { CrawlJobService } from './crawl-job.service';
import { type CrawlEnd, CrawlMetrics } from './crawl.metrics';

/** Runs claimed crawls with a trace and with metrics of their outcome, duration and pages. */
@Injectable()
export class ObservedCrawlService {
  constructor(
    private readonly job: CrawlJobService,
    private readonly metrics: CrawlMetrics,
    private readonly tracing: Tracing,
  ) {}

  /**
   * Resolves when the crawl ended. Never rejects, see {@link CrawlJobService.run}. A slice of a crawl is a trace of its own. It
   * would make the trace of the request that queued it hours long.
   */
  run(lease: CrawlLease, signal: AbortSignal): Promise<void> {
    const { platform, mode, traceparent } = lease;
    const options = {
      parent: null,
      links: [{ traceparent }],
      attributes: { 'plaudit.platform': platform, 'plaudit.crawl_mode': mode },
    };
    return this.tracing.run(`crawl ${platform}`, options, async (span) => {
      const end = await this.measured(lease, signal);
      span?.end(errorOf(end));
    });
  }

  private async measured(lease: CrawlLease, signal: AbortSignal): Promise<CrawlEnd> {
    const { platform } = lease;
    const began = performance.now();
    const end = await this.job.run(lease, signal, () => this.metrics.pageStored(platform));
    this.metrics.ended(platform, end, (performance.now() - began) / 1_000);
    return end;
  }
}

/** Returns what the span of a crawl shows as its error, or undefined if there is none. */
function errorOf(end: CrawlEnd): string | undefined {
  if (end.outcome === 'failed') return end.errorCode;
  return end.outcome === 'interrupted' ? end.outcome : undefined;
}
