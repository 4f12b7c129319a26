import { Injectable } from '@nestjs/common';
import { type GaugeSample, Measurement, Metrics } from '@plaudit/runtime';
import type { CrawlErrorCode } from '../../platforms/crawl-error';
import { PLATFORMS } from '../../platforms/registry';
import { type CrawlBacklog, CrawlBacklogReadModel } from '../queue/crawl-backlog.read-model';

const BUCKETS_SECONDS = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];

/**
 * How the work on a claimed crawl ended. `continued`: the slice is over and the crawl goes on later. `interrupted`: the process
 * stops, the lease was lost, the channel was deleted, or our own database failed.
 */
export type CrawlEnd =
  { outcome: 'succeeded' | 'continued' | 'interrupted' } | { outcome: 'failed'; errorCode: CrawlErrorCode };

/** The metrics of crawls. Labels are platforms and words of closed lists. */
@Injectable()
export class CrawlMetrics {
  private readonly crawls;
  private readonly duration;
  private readonly pages;

  constructor(
    private readonly metrics: Metrics,
    backlog: CrawlBacklogReadModel,
  ) {
    this.crawls = metrics.counter({
      name: 'crawls_total',
      help: 'Claimed crawls that ended, by outcome, and by the code of the error if they failed',
      labelNames: ['platform', 'outcome', 'error_code'],
    });
    this.duration = metrics.histogram({
      name: 'crawl_duration_seconds',
      help: 'Time from the claim of a crawl to its end',
      labelNames: ['platform'],
      buckets: BUCKETS_SECONDS,
    });
    this.pages = metrics.counter({
      name: 'crawl_pages_total',
      help: 'Pages of reviews that crawls have stored',
      labelNames: ['platform'],
    });
    this.showBacklog(new Measurement('the due crawls', () => backlog.byPlatform()));
    // Prometheus sees no increase in a series that begins above 0.
    for (const platform of slugs()) {
      this.pages.inc({ platform }, 0);
      this.crawls.inc({ platform, outcome: 'succeeded', error_code: 'none' }, 0);
    }
  }

  ended(platform: string, end: CrawlEnd, seconds: number): void {
    const error_code = end.outcome === 'failed' ? end.errorCode.toLowerCase() : 'none';
    this.crawls.inc({ platform, outcome: end.outcome, error_code });
    this.duration.observe({ platform }, seconds);
  }

  pageStored(platform: string): void {
    this.pages.inc({ platform });
  }

  private showBacklog(measurement: Measurement<CrawlBacklog[]>): void {
    const gauge = (name: string, help: string, value: (of: CrawlBacklog) => number): void =>
      this.metrics.sampledGauge({ name, help, labelNames: ['platform'] }, async () =>
        samplesOf(await measurement.latest(), value),
      );
    gauge('crawls_due', 'Crawls that are due and that no worker has claimed', ({ due }) => due);
    gauge('crawls_leased', 'Crawls in progress, over all replicas', ({ leased }) => leased);
    gauge(
      'crawl_oldest_due_seconds',
      'For how long the oldest due crawl has been due',
      ({ oldest_seconds }) => oldest_seconds,
    );
  }
}

/** Returns a value for every platform, or nothing if nothing could be measured. */
function samplesOf(
  backlogs: readonly CrawlBacklog[] | null,
  value: (of: CrawlBacklog) => number,
): GaugeSample<'platform'>[] {
  if (!backlogs) return [];
  return slugs().map((platform) => {
    const found = backlogs.find((backlog) => backlog.platform === platform);
    return { labels: { platform }, value: found ? value(found) : 0 };
  });
}

function slugs(): string[] {
  return PLATFORMS.map(({ meta }) => meta.slug);
}
