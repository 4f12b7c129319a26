import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Histogram } from 'prom-client';
import type { Metrics } from './metrics';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Measures the duration of requests. The label is the route pattern, so ids never become labels. */
export class HttpMetrics {
  private readonly duration: Histogram<'method' | 'route' | 'status'>;

  constructor(metrics: Metrics) {
    this.duration = metrics.histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the request to the end of the response',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS_SECONDS,
    });
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const route = request.routeOptions.url ?? 'unmatched';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    this.duration.observe(labels, reply.elapsedTime / 1000);
  }
}
