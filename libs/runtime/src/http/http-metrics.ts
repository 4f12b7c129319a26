import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Histogram } from 'prom-client';
import { isProbe } from '../health/probes';
import { isOpenEnded } from './open-ended';
import type { Metrics } from '../metrics/metrics';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Measures the duration of requests except probes. The label is the route pattern, so ids never become labels.
 */
export class HttpMetrics {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;

  /** `inFlight` returns the number of requests that have no complete response. */
  constructor(metrics: Metrics, inFlight: () => number) {
    this.duration = metrics.histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of the response, without probes',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
    });
    metrics.gauge({
      name: 'http_requests_in_flight',
      help: 'Requests without a complete response',
      collect() {
        this.set(inFlight());
      },
    });
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url ?? 'unmatched';
    if (isProbe(route) || isOpenEnded(reply.raw)) return;
    this.duration.observe(
      { method: request.method, route, status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  }
}
