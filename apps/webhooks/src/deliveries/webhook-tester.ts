import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal, reviewCreated } from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { Clock } from '@plaudit/runtime';
import { renderEnvelope } from '../fan-out/envelope';
import { reviewData } from '../fan-out/notification';
import { WebhookSender } from '../sending/webhook-sender';
import { scopeOf } from '../webhooks/webhook-scope';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { AttemptLog, attemptRow } from './attempt-log';
import type { WebhookTestResponse } from './deliveries.dto';
import { Trigger } from './delivery';

const TESTS_A_MINUTE = 10;

/** Sends a sample to an endpoint at once: signed and guarded like a delivery, logged, and never repeated. */
@Injectable()
export class WebhookTester {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly sender: WebhookSender,
    private readonly log: AttemptLog,
    private readonly clock: Clock,
  ) {}

  /** Also while the webhook is paused. Says nothing about the endpoint's health. */
  async test(principal: Principal, id: number): Promise<WebhookTestResponse> {
    const webhook = await this.webhooks.find(scopeOf(principal), id);
    if (!webhook) throw notFound('webhook', id);
    if (!(await this.webhooks.admitTest(id, TESTS_A_MINUTE))) {
      throw new ApiError(
        'rate_limited',
        `A webhook can be tested ${TESTS_A_MINUTE} times a minute; wait a little.`,
        { retry_after_seconds: 60 },
      );
    }
    const job = this.sample(webhook, principal.sub_account_id);
    const outcome = await this.sender.send(job);
    await this.database.transaction((tx) => this.log.add(tx, [attemptRow(job, outcome)]));
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

  private sample(webhook: WebhookEntity, subAccountId: number) {
    const id = `evt_${randomHex()}`;
    const now = this.clock.now();
    const previous = webhook.previousSecretUntil && webhook.previousSecretUntil > now;
    const data = reviewData(reviewCreated.example, webhook.ownerSubAccountId ?? subAccountId);
    return {
      id: null,
      public_id: `dlv_${randomHex()}`,
      webhook_id: webhook.id,
      trigger: Trigger.test,
      attempts: 0,
      url: webhook.url,
      secret_enc: webhook.secretEnc,
      prev_secret_enc: previous ? webhook.previousSecretEnc : null,
      evt_id: id,
      event: reviewCreated.name,
      body: renderEnvelope({ id, event: reviewCreated.name, occurredOn: now, data }, true),
    };
  }
}

function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}
