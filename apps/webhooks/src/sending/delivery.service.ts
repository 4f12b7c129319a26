import { Injectable, Logger } from '@nestjs/common';
import { Trigger } from '../deliveries/delivery';
import type { ClaimedDelivery, CompletedAttempt } from '../queue/claimed-delivery';
import { CompletionBuffer } from '../queue/completion-buffer';
import { CompletionsService } from '../queue/completions.service';
import { LanesRepository } from '../queue/lanes.repository';
import { retryPlan, type RetryPlan, waitAfter } from '../retries/retry-schedule';
import { WebhooksEnv } from '../webhooks.env';
import type { AttemptOutcome } from './attempt-outcome';
import { DeliveryMetrics } from './delivery.metrics';
import { EndpointClient, MAX_CONNECTIONS_PER_HOST } from './endpoint.client';
import { HostConcurrency, hostOf } from './host-concurrency';

const BUSY_HOST_DELAY_MS = 250;
/** Several webhooks may share a host. A host that answers gives a place to as many more within this time. */
const HOST_LIMITS = { running: MAX_CONNECTIONS_PER_HOST, waiting: 20, maxWaitMs: 500 };

/** Sends claimed deliveries and records the outcomes. */
@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly plan: RetryPlan;
  private readonly hosts = new HostConcurrency(HOST_LIMITS);
  private readonly buffer = new CompletionBuffer((group) => this.completions.record(group));

  constructor(
    private readonly client: EndpointClient,
    private readonly lanes: LanesRepository,
    private readonly completions: CompletionsService,
    private readonly metrics: DeliveryMetrics,
    env: WebhooksEnv,
  ) {
    this.plan = retryPlan(env);
  }

  /** Sends the delivery. Returns null if its host has no place for it, which does not use up an attempt. */
  async attempt(delivery: ClaimedDelivery): Promise<CompletedAttempt | null> {
    const host = hostOf(delivery.url);
    const place = this.hosts.acquire(host, delivery.account_id);
    // A place that is free is taken without a promise.
    if (place !== true && !(await place)) return null;
    let outcome: AttemptOutcome;
    try {
      outcome = await this.client.send(delivery);
    } finally {
      this.hosts.release(host, delivery.account_id);
    }
    this.metrics.attempted(delivery, outcome);
    this.logger.debug(attempted(delivery, outcome));
    return { delivery, outcome, waitMs: this.waitAfter(delivery, outcome) };
  }

  /** Records the attempt. Returns whether there may be another delivery that is due. Rejects if that failed. */
  record(attempt: CompletedAttempt): Promise<boolean> {
    return this.buffer.add(attempt);
  }

  /** Gives back a delivery whose host is busy. */
  postpone(delivery: ClaimedDelivery): Promise<void> {
    return this.lanes.release([delivery], BUSY_HOST_DELAY_MS);
  }

  private waitAfter(delivery: ClaimedDelivery, outcome: AttemptOutcome): number | null {
    if (outcome.ok || outcome.errorCode === 'payload_too_large') return null;
    // What was sent again on request has ended before, so its schedule is not opened again.
    if (delivery.trigger === Trigger.manual) return null;
    return waitAfter(this.plan, {
      deliveryId: delivery.public_id,
      attempts: delivery.attempts + 1,
      retryAfterMs: outcome.retryAfterMs,
    });
  }
}

/** Returns the line of an attempt. `event_id` is also in the lines of the handler, which name the request. */
function attempted(
  delivery: ClaimedDelivery,
  { ok, statusCode, errorCode, durationMs }: AttemptOutcome,
): object {
  const { evt_id: event_id, webhook_id, public_id: delivery_id, attempts } = delivery;
  const attempt = {
    webhook_id,
    delivery_id,
    attempt: attempts + 1,
    ok,
    status: statusCode,
    error: errorCode,
  };
  return { message: 'Attempted a delivery', event_id, ...attempt, ms: Math.round(durationMs) };
}
