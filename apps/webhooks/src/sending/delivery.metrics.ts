import { Injectable } from '@nestjs/common';
import { Measurement, Metrics } from '@plaudit/runtime';
import { ATTEMPT_ERRORS, type AttemptError } from '../deliveries/delivery';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import type { CompletionResult } from '../queue/completions.repository';
import { MAX_COUNTED, type QueueOfClass, QueueLagReadModel } from '../queue/queue-lag.read-model';
import type { AttemptOutcome } from './attempt-outcome';

const BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 12];
const DELAY_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3_600];

/**
 * How deliveries end. `exhausted`: the last attempt failed. `expired`: the webhook was paused for too long. `internal`: too many
 * leases expired. `cancelled`: the webhook was deleted.
 */
const OUTCOMES = ['delivered', 'exhausted', 'expired', 'internal', 'cancelled'] as const;

/** The metrics of sending. Labels never contain URLs or ids. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;
  /** Attempts since the last scrape. A map counts ten times as fast as a counter with labels. */
  private readonly attemptsByError = new Map<AttemptError | 'none', number>();
  private readonly duration;
  private readonly delay;
  private readonly truncated;
  private readonly deliveries;
  private readonly fenced;
  private readonly expired;
  private readonly repaired;

  constructor(
    private readonly metrics: Metrics,
    queue: QueueLagReadModel,
  ) {
    this.attempts = metrics.counter({
      name: 'webhook_attempts_total',
      help: 'Requests to endpoints, by outcome',
      labelNames: ['outcome', 'error_code'],
      collect: () => this.countAttempts(),
    });
    this.duration = metrics.histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Duration of an attempt',
      buckets: BUCKETS_SECONDS,
    });
    this.delay = metrics.histogram({
      name: 'webhook_first_attempt_delay_seconds',
      help: 'Time from the moment a delivery was queued to its first attempt, pauses included',
      buckets: DELAY_BUCKETS_SECONDS,
    });
    this.truncated = metrics.counter({
      name: 'webhook_responses_truncated_total',
      help: 'Responses that were longer or slower than the log keeps',
    });
    this.deliveries = metrics.counter({
      name: 'webhook_deliveries_total',
      help: 'Deliveries that ended, by outcome',
      labelNames: ['outcome'],
    });
    // Prometheus sees no increase in a series that begins above 0.
    for (const outcome of OUTCOMES) this.deliveries.inc({ outcome }, 0);
    this.attempts.inc({ outcome: 'success', error_code: 'none' }, 0);
    for (const error_code of ATTEMPT_ERRORS) this.attempts.inc({ outcome: 'failed', error_code }, 0);
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
    this.showQueue(new Measurement('the queue of deliveries', () => queue.byClass()));
  }

  attempted(
    delivery: ClaimedDelivery,
    { errorCode, durationMs, startedOn, truncated }: AttemptOutcome,
  ): void {
    const error = errorCode ?? 'none';
    this.attemptsByError.set(error, (this.attemptsByError.get(error) ?? 0) + 1);
    this.duration.observe(durationMs / 1_000);
    if (truncated) this.truncated.inc();
    // The clocks of the database and of this process may differ a little.
    const waitedMs = Math.max(0, startedOn.getTime() - delivery.queued_on.getTime());
    if (delivery.attempts === 0) this.delay.observe(waitedMs / 1_000);
  }

  completed({ fenced, delivered, dropped, cancelled }: CompletionResult): void {
    this.fenced.inc(fenced);
    this.ended('delivered', delivered);
    this.ended('exhausted', dropped);
    this.ended('cancelled', cancelled);
  }

  expiredHeld(count: number): void {
    this.ended('expired', count);
  }

  leasesExpired(expired: number, dropped: number): void {
    this.expired.inc(expired);
    this.ended('internal', dropped);
  }

  lanesRepaired(count: number): void {
    this.repaired.inc(count);
  }

  private countAttempts(): void {
    for (const [error_code, count] of this.attemptsByError)
      this.attempts.inc({ outcome: error_code === 'none' ? 'success' : 'failed', error_code }, count);
    this.attemptsByError.clear();
  }

  private ended(outcome: (typeof OUTCOMES)[number], count: number): void {
    this.deliveries.inc({ outcome }, count);
  }

  /** Lanes behind a circuit breaker or a pause are included, each under a class of its own. */
  private showQueue(measurement: Measurement<QueueOfClass[]>): void {
    const gauge = (name: string, help: string, value: (of: QueueOfClass) => number): void =>
      this.metrics.sampledGauge({ name, help, labelNames: ['class'] }, async () =>
        ((await measurement.latest()) ?? []).map((of) => ({ labels: { class: of.class }, value: value(of) })),
      );
    gauge(
      'webhook_oldest_due_seconds',
      'Age of the oldest due delivery, by the class of its lane',
      ({ oldest_seconds }) => oldest_seconds,
    );
    gauge(
      'webhook_deliveries_waiting',
      `Deliveries that wait for an attempt, by the class of their lane; ${MAX_COUNTED} are counted at most`,
      ({ waiting }) => waiting,
    );
    gauge(
      'webhook_deliveries_in_flight',
      'Deliveries that a process has claimed, over all replicas, by the class of their lane',
      ({ in_flight }) => in_flight,
    );
    gauge('webhook_lanes', 'Webhooks, by the class of their lane', ({ lanes }) => lanes);
  }
}
