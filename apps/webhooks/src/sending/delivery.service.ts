import { Injectable, Logger } from '@nestjs/common';
import { warnOfFailure } from '@plaudit/runtime';
import { Trigger } from '../deliveries/delivery';
import type { ClaimedDelivery } from '../queue/claimed-delivery';
import { CompletionBuffer } from '../queue/completion-buffer';
import { CompletionsService } from '../queue/completions.service';
import { LanesRepository } from '../queue/lanes.repository';
import { retryPlan, type RetryPlan, waitAfter } from '../retries/retry-schedule';
import { WebhooksEnv } from '../webhooks.env';
import type { AttemptOutcome } from './attempt-outcome';
import { DeliveryMetrics } from './delivery.metrics';
import { EndpointClient, MAX_CONNECTIONS_PER_HOST } from './endpoint.client';
import { HostConcurrency } from './host-concurrency';

const BUSY_HOST_DELAY_MS = 250;
/** Several webhooks may share a host. A host that answers gives a place to as many more within this time. */
const HOST_LIMITS = { running: MAX_CONNECTIONS_PER_HOST, waiting: MAX_CONNECTIONS_PER_HOST, maxWaitMs: 500 };

/** Sends one claimed delivery and records the outcome. */
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

  /** Never rejects. A delivery whose outcome cannot be recorded is sent again when its lease expires. */
  async deliver(delivery: ClaimedDelivery): Promise<void> {
    try {
      const isFree = await this.hosts.acquire(delivery.url);
      // This does not use up an attempt.
      if (!isFree) return await this.lanes.release([delivery], BUSY_HOST_DELAY_MS);
      const outcome = await this.client.send(delivery).finally(() => this.hosts.release(delivery.url));
      this.metrics.attempted(delivery, outcome);
      this.logger.debug(attempted(delivery, outcome));
      await this.buffer.add({ delivery, outcome, waitMs: this.waitAfter(delivery, outcome) });
    } catch (error) {
      warnOfFailure(
        this.logger,
        'Could not finish a delivery attempt; the delivery is sent again when its lease expires',
        error,
      );
    }
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
