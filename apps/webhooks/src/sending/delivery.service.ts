import { Injectable, Logger } from '@nestjs/common';
import { GroupBuffer } from '@plaudit/queue';
import { Trigger } from '../deliveries/delivery';
import type { ClaimedDelivery, CompletedAttempt } from '../queue/claimed-delivery';
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

/**
 * While a group is being recorded, the next one grows, because every group has a cost of its own. It waits for the end of that write,
 * unless it takes unusually long. More writes at once would only compete for the same two or three connections.
 */
const GROUPS = { gatherMs: 4, gatherBesideMs: 100, maxItems: 256, maxWrites: 2 };

/** Sends claimed deliveries and records the outcomes. */
@Injectable()
export class DeliveryService {
  private readonly logger = new Logger(DeliveryService.name);
  private readonly plan: RetryPlan;
  private readonly hosts = new HostConcurrency(HOST_LIMITS);
  private readonly buffer = new GroupBuffer<CompletedAttempt, boolean>({
    ...GROUPS,
    keyOf: ({ delivery }) => delivery.webhook_id,
    write: async (group, isAlone) => {
      const isDue = await this.completions.record(group, isAlone);
      return group.map(() => isDue);
    },
  });

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

  /** Records the attempt. Returns whether there may be another delivery that is due soon. Rejects if that failed. */
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
