import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal, reviewCreated } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock, currentContext } from '@plaudit/runtime';
import { renderEnvelope } from '../fan-out/envelope';
import { reviewData } from '../fan-out/notification';
import { EndpointClient } from '../sending/endpoint.client';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { AttemptsRepository } from './attempts.repository';
import type { TestResultResponse } from './deliveries.responses';
import { Trigger } from './delivery';

const MAX_TESTS_PER_MINUTE = 10;

/** Sends a sample event to an endpoint at once. It is signed and logged as a delivery is, and never retried. */
@Injectable()
export class WebhookTestService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly client: EndpointClient,
    private readonly attempts: AttemptsRepository,
    private readonly clock: Clock,
  ) {}

  /** Also works while the webhook is paused. Does not change the health of the endpoint. */
  async test(principal: Principal, id: number): Promise<TestResultResponse> {
    const webhook = await this.webhooks.find(principal, id);
    if (!webhook) throw notFound('webhook', id, principal);
    if (!(await this.webhooks.admitTest(id, MAX_TESTS_PER_MINUTE))) {
      const msg = `A webhook can be tested ${MAX_TESTS_PER_MINUTE} times a minute; try again in 60 s.`;
      throw new ApiError('rate_limited', msg, { retry_after_seconds: 60 });
    }
    const delivery = this.sampleDelivery(webhook, principal.sub_account_id);
    const outcome = await this.client.send(delivery);
    await this.database.transaction((tx) => this.attempts.add(tx, [{ delivery, outcome }]));
    return {
      success: outcome.ok,
      status_code: outcome.statusCode ?? 0,
      error: outcome.error,
      response: {
        body: outcome.responseBody ?? '',
        headers: outcome.responseHeaders ?? {},
        duration_ms: outcome.durationMs,
        truncated: outcome.truncated,
      },
    };
  }

  private sampleDelivery(webhook: WebhookEntity, subAccountId: number) {
    const id = `evt_${randomHex()}`;
    const now = this.clock.now();
    const trace = currentContext() ?? {};
    const isRotating = webhook.prev_secret_until !== null && webhook.prev_secret_until > now;
    const data = reviewData(reviewCreated.example, webhook.owner_sub_account_id ?? subAccountId);
    return {
      id: null,
      public_id: `dlv_${randomHex()}`,
      webhook_id: webhook.id,
      trigger: Trigger.test,
      attempts: 0,
      url: webhook.url,
      secret_enc: webhook.secret_enc,
      prev_secret_enc: isRotating ? webhook.prev_secret_enc : null,
      evt_id: id,
      event: reviewCreated.name,
      body: renderEnvelope({ id, event: reviewCreated.name, occurredOn: now, data }, true),
      traceparent: trace.traceparent ?? null,
      tracestate: trace.tracestate ?? null,
    };
  }
}

function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}
