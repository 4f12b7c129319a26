import { Injectable } from '@nestjs/common';
import { webhookDeliveryNotice } from '@plaudit/contracts';
import { NoticeNotifier } from '@plaudit/events';
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
    private readonly notices: NoticeNotifier,
  ) {}

  /**
   * Returns whether one of the lanes has another delivery that is due soon. Rejects if the attempts could not be recorded. `isAlone` is
   * true for a lane that another transaction has locked.
   */
  async record(group: readonly CompletedAttempt[], isAlone: boolean): Promise<boolean> {
    const result = await this.completions.complete(group, isAlone);
    this.metrics.completed(result);
    for (const { delivery } of group) {
      const { webhook_id, account_id: accountId, sub_account_id: subAccountId } = delivery;
      this.notices.send(webhookDeliveryNotice, { accountId, subAccountId }, webhook_id, { webhook_id });
    }
    await this.disabling.disable(result.suspects);
    return result.due;
  }
}
