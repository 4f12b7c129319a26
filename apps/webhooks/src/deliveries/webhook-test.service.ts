import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal, reviewCreated, type Tenant } from '@plaudit/contracts';
import { Clock, currentContext } from '@plaudit/runtime';
import { type Envelope, renderEnvelope } from '../fan-out/envelope';
import { reviewData } from '../fan-out/notification';
import { EndpointClient } from '../sending/endpoint.client';
import { previousSecretUntil } from '../signing/rotation-rule';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import type { TestResultResponse } from './deliveries.responses';
import { Trigger } from './delivery';
import { WebhookTestsRepository } from './webhook-tests.repository';

const MAX_TESTS_PER_MINUTE = 10;

type SampleEvent = Envelope & Tenant;

/** Sends a sample event to an endpoint at once. It is signed and logged as a delivery is, and never retried. */
@Injectable()
export class WebhookTestService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly tests: WebhookTestsRepository,
    private readonly client: EndpointClient,
    private readonly clock: Clock,
  ) {}

  /** Also works while the webhook is paused. Does not change the health of the endpoint. */
  async test(principal: Principal, id: number): Promise<TestResultResponse> {
    const webhook = await this.webhooks.find(principal, id);
    if (!webhook) throw notFound('webhook', id, principal);
    if (!(await this.tests.admit(id, MAX_TESTS_PER_MINUTE))) {
      const msg = `A webhook can be tested ${MAX_TESTS_PER_MINUTE} times a minute; try again in 60 s.`;
      throw new ApiError('rate_limited', msg, { retry_after_seconds: 60 });
    }
    const sample = this.sampleEvent(webhook, principal.sub_account_id);
    const delivery = this.deliveryOf(sample, webhook);
    const outcome = await this.client.send(delivery);
    await this.tests.log(sample, delivery.body, { delivery, outcome });
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

  private sampleEvent(webhook: WebhookEntity, callerSubAccountId: number): SampleEvent {
    const sub_account_id = webhook.owner_sub_account_id ?? callerSubAccountId;
    return {
      id: `evt_${randomHex()}`,
      event: reviewCreated.name,
      account_id: webhook.account_id,
      sub_account_id,
      occurredOn: this.clock.now(),
      data: reviewData(reviewCreated.example, sub_account_id),
    };
  }

  private deliveryOf(sample: SampleEvent, webhook: WebhookEntity) {
    const trace = currentContext() ?? {};
    const isRotating = previousSecretUntil(webhook, sample.occurredOn) !== null;
    return {
      id: null,
      public_id: `dlv_${randomHex()}`,
      webhook_id: webhook.id,
      trigger: Trigger.test,
      attempts: 0,
      url: webhook.url,
      secret_enc: webhook.secret_enc,
      prev_secret_enc: isRotating ? webhook.prev_secret_enc : null,
      evt_id: sample.id,
      event: sample.event,
      body: renderEnvelope(sample, true),
      traceparent: trace.traceparent ?? null,
      tracestate: trace.tracestate ?? null,
    };
  }
}

function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}
