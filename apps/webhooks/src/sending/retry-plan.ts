import { Injectable } from '@nestjs/common';
import { WebhooksEnv } from '../webhooks.env';
import { parseRetryDelays, type RetryPlan } from './retry-schedule';

/** The plan that this installation is set to. */
@Injectable()
export class RetryPlanOf implements RetryPlan {
  readonly waitsMs: readonly number[];
  readonly jitter: boolean;

  constructor(env: WebhooksEnv) {
    this.waitsMs = parseRetryDelays(env.WEBHOOK_RETRY_DELAYS);
    this.jitter = env.WEBHOOK_RETRY_JITTER;
  }
}
