import { ApiError } from '@plaudit/contracts';
import type { Metrics } from '@plaudit/runtime';
import type { Destination } from './route-table';
import { ClientGone, type UpstreamResponse } from './upstream';

const BUCKETS_SECONDS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/**
 * Measures how long services take to begin their responses. The labels are the service, the prefix of the route and the class of
 * the status, so there are at most six series of each route, whatever clients send.
 */
export class UpstreamMetrics {
  private readonly duration;

  constructor(metrics: Metrics) {
    this.duration = metrics.histogram({
      name: 'gateway_upstream_duration_seconds',
      help: 'Time until the service began its response; status "unavailable" if it did not, "gone" if the client left',
      labelNames: ['upstream', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
    });
  }

  observe(
    { service, prefix }: Destination,
    durationMs: number,
    result: UpstreamResponse | Error | undefined,
  ): void {
    this.duration.observe({ upstream: service, route: prefix, status: statusOf(result) }, durationMs / 1_000);
  }
}

function statusOf(result: UpstreamResponse | Error | undefined): string {
  if (result instanceof ClientGone) return 'gone';
  if (result instanceof ApiError && result.status < 500) return classOf(result.status);
  return result === undefined || result instanceof Error ? 'unavailable' : classOf(result.statusCode);
}

function classOf(status: number): string {
  return `${Math.floor(status / 100)}xx`;
}
