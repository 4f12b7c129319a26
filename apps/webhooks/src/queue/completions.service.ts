import { Injectable } from '@nestjs/common';
import { DisablingService } from '../disabling/disabling.service';
import { DeliveryMetrics } from '../sending/delivery.metrics';
import type { CompletedAttempt } from './claimed-delivery';
import { CompletionsRepository } from './completions.repository';
import { DeliveryNoticesPublisher } from './delivery-notices.publisher';

/** Records completed attempts, and disables the webhooks of endpoints that are given up. */
@Injectable()
export class CompletionsService {
  constructor(
    private readonly completions: CompletionsRepository,
    private readonly disabling: DisablingService,
    private readonly metrics: DeliveryMetrics,
    private readonly notices: DeliveryNoticesPublisher,
  ) {}

  /** Returns whether one of the lanes has another delivery that is due. Rejects if the attempts could not be recorded. */
  async record(group: readonly CompletedAttempt[]): Promise<boolean> {
    const result = await this.completions.complete(group);
    this.metrics.completed(result);
    for (const { delivery } of group) this.notices.note(delivery.webhook_id);
    await this.disabling.disable(result.suspects);
    return result.due;
  }
}
