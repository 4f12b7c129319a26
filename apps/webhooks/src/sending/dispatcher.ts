import { Injectable, Logger } from '@nestjs/common';
import { CompletionBuffer } from './completion-buffer';
import { CompletionsRepository } from './completions.repository';
import { DeliveryMetrics } from './delivery-metrics';
import { HostLoad } from './host-load';
import { LanesRepository } from './lanes.repository';
import { RetryPlanOf } from './retry-plan';
import { waitAfter } from './retry-schedule';
import type { AttemptOutcome, CompletedAttempt, SendJob } from './send-job';
import { CONNECTIONS_PER_HOST, WebhookSender } from './webhook-sender';

const CROWDED_DELAY_MS = 250;

/** Sends one claimed delivery and writes down what came of it. */
@Injectable()
export class Dispatcher {
  private readonly logger = new Logger(Dispatcher.name);
  private readonly hosts = new HostLoad(CONNECTIONS_PER_HOST);
  private readonly buffer = new CompletionBuffer((group) => this.write(group));

  constructor(
    private readonly sender: WebhookSender,
    private readonly lanes: LanesRepository,
    private readonly completions: CompletionsRepository,
    private readonly plan: RetryPlanOf,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Never rejects: whatever cannot be written down comes back when its lease ends. */
  async deliver(job: SendJob): Promise<void> {
    try {
      // A host that several webhooks share gets no more than one client's connections; waiting costs no attempt.
      if (!this.hosts.enter(job.url)) return await this.lanes.release([job], CROWDED_DELAY_MS);
      const outcome = await this.sender.send(job).finally(() => this.hosts.leave(job.url));
      this.metrics.attempted(outcome);
      await this.buffer.add({ job, outcome, waitMs: this.waitAfter(job, outcome) });
    } catch (error) {
      this.logger.warn(error);
    }
  }

  private waitAfter(job: SendJob, outcome: AttemptOutcome): number | null {
    if (outcome.ok || outcome.errorCode === 'payload_too_large') return null;
    return waitAfter(this.plan, {
      deliveryId: job.public_id,
      attempts: job.attempts + 1,
      retryAfterMs: outcome.retryAfterMs,
    });
  }

  private async write(group: CompletedAttempt[]): Promise<void> {
    const { fenced, dropped } = await this.completions.complete(group);
    this.metrics.completed(fenced, dropped);
  }
}
