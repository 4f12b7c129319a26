import { Injectable } from '@nestjs/common';
import { Metrics } from '@plaudit/runtime';
import { QueueLagReadModel } from '../queue/queue-lag.read-model';
import type { AttemptOutcome } from './attempt-outcome';

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 12];

/** The metrics of sending. Labels never contain URLs or ids. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly dropped;
  private readonly fenced;
  private readonly expired;
  private readonly repaired;

  constructor(metrics: Metrics, lag: QueueLagReadModel) {
    this.attempts = metrics.counter({
      name: 'webhook_attempts_total',
      help: 'Requests to endpoints, by outcome',
      labelNames: ['outcome', 'error_code'],
    });
    this.duration = metrics.histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Duration of an attempt',
      buckets: BUCKETS_SECONDS,
    });
    this.dropped = metrics.counter({
      name: 'webhook_dropped_total',
      help: 'Deliveries that were dropped, by reason',
      labelNames: ['reason'],
    });
    this.fenced = metrics.counter({
      name: 'webhook_fence_rejected_total',
      help: 'Completed attempts without effect because another worker had taken over the lease',
    });
    this.expired = metrics.counter({
      name: 'webhook_lease_expired_total',
      help: 'Leases that expired before the attempt was completed',
    });
    this.repaired = metrics.counter({
      name: 'webhook_lane_repairs_total',
      help: 'Lanes that were scheduled after their earliest delivery; must stay 0',
    });
    // Lanes behind a circuit breaker or a pause are included, each under a class of its own.
    metrics.gauge({
      name: 'webhook_oldest_due_seconds',
      help: 'Age of the oldest due delivery, by the class of its lane',
      labelNames: ['class'],
      async collect() {
        for (const [name, seconds] of Object.entries(await lag.oldestSeconds()))
          this.set({ class: name }, seconds);
      },
    });
  }

  attempted({ ok, errorCode, durationMs }: AttemptOutcome): void {
    this.attempts.inc({ outcome: ok ? 'success' : 'failed', error_code: errorCode ?? 'none' });
    this.duration.observe(durationMs / 1_000);
  }

  completed(fenced: number, exhausted: number): void {
    this.fenced.inc(fenced);
    this.dropped.inc({ reason: 'exhausted' }, exhausted);
  }

  expiredHeld(count: number): void {
    this.dropped.inc({ reason: 'expired' }, count);
  }

  leasesExpired(expired: number, dropped: number): void {
    this.expired.inc(expired);
    this.dropped.inc({ reason: 'internal' }, dropped);
  }

  lanesRepaired(count: number): void {
    this.repaired.inc(count);
  }
}
