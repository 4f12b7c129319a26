import { Injectable } from '@nestjs/common';
import { Metrics } from '@plaudit/runtime';
import { DueReadModel } from './due.read-model';
import type { AttemptOutcome } from './send-job';

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 12];

/** Labels never contain urls or ids. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  private readonly duration;
  private readonly dropped;
  private readonly fenced;
  private readonly expired;
  private readonly repaired;

  constructor(metrics: Metrics, due: DueReadModel) {
    this.attempts = metrics.counter({
      name: 'webhook_attempts_total',
      help: 'Requests to endpoints by what came of them',
      labelNames: ['outcome', 'error_code'],
    });
    this.duration = metrics.histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'From the start of an attempt to its end',
      buckets: BUCKETS_SECONDS,
    });
    this.dropped = metrics.counter({
      name: 'webhook_dropped_total',
      help: 'Deliveries given up',
      labelNames: ['reason'],
    });
    this.fenced = metrics.counter({
      name: 'webhook_fence_rejected_total',
      help: 'Completions whose lease had been taken over',
    });
    this.expired = metrics.counter({
      name: 'webhook_lease_expired_total',
      help: 'Leases that ended without a completion',
    });
    this.repaired = metrics.counter({
      name: 'webhook_lane_repairs_total',
      help: 'Lanes found later than their earliest delivery; must stay 0',
    });
    // What waits for a breaker or a pause counts too: a queue that is late out of sight is still late.
    metrics.gauge({
      name: 'webhook_oldest_due_seconds',
      help: 'Age of the oldest delivery that is due, by what it waits for',
      labelNames: ['class'],
      async collect() {
        for (const [name, seconds] of Object.entries(await due.oldestSeconds()))
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

  heldTooLong(count: number): void {
    this.dropped.inc({ reason: 'expired' }, count);
  }

  reaped(expired: number, poisoned: number): void {
    this.expired.inc(expired);
    this.dropped.inc({ reason: 'internal' }, poisoned);
  }

  lanesRepaired(count: number): void {
    this.repaired.inc(count);
  }
}
