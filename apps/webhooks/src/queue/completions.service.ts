import { Injectable } from '@nestjs/common';
import { DisablingService } from '../disabling/disabling.service';
import { DeliveryMetrics } from '../sending/delivery.metrics';
import type { CompletedAttempt } from './claimed-delivery';
import { CompletionsRepository } from './completions.repository';

/** Records completed attempts, and disables the webhooks of endpoints that are given up. */
@Injectable()
export class CompletionsService {
  constructor(
    private readonly completions: CompletionsRepository,
    private readonly disabling: DisablingService,
    private readonly metrics: DeliveryMetrics,
  ) {}

  /** Rejects if the attempts could not be recorded. */
  async record(group: readonly CompletedAttempt[]): Promise<void> {
    const result = await this.completions.complete(group);
    this.metrics.completed(result);
    await this.disabling.disable(result.suspects);
  }
}
