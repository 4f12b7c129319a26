import { Injectable } from '@nestjs/common';
import { ApiError, notFound, type Principal } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { QueueNotifier } from '@plaudit/queue';
import { Clock } from '@plaudit/runtime';
import { DELIVERIES } from '../queue/claimed-delivery';
import { assertMayReceive } from '../webhooks/webhook-rules';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { RedeliveriesRepository, type Recovery } from './redeliveries.repository';
import type { RecoveryInput } from './redelivery.dto';
import type { RedeliveryResponse } from './redelivery.responses';
import { assertActive, assertMayResend, recoveryRange } from './redelivery-rules';

const DELIVERY_ID = /^dlv_\w{1,60}$/;

/** Sends deliveries again on request. The worker sends them as it sends all others: signed now, and logged. */
@Injectable()
export class RedeliveryService {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksRepository,
    private readonly redeliveries: RedeliveriesRepository,
    private readonly notifier: QueueNotifier,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes one more attempt of a delivery that has ended. A delivery that waits for its next attempt is sent now instead, and
   * keeps its schedule. Throws 404, and 422 if the delivery is in flight or cannot be sent.
   */
  async redeliver(principal: Principal, publicId: string): Promise<RedeliveryResponse> {
    const unknown = noDelivery(publicId, principal);
    const delivery = DELIVERY_ID.test(publicId) ? await this.redeliveries.find(publicId) : null;
    if (!delivery) throw unknown;
    return this.database.transaction(async (tx) => {
      const webhook = await this.webhooks.findForUpdate(tx, principal, delivery.webhook_id);
      if (!webhook) throw unknown;
      assertMayReceive(principal, [delivery.event]);
      await this.open(tx, webhook);
      const current = await this.redeliveries.findResendable(tx, delivery.id);
      if (!current) throw unknown;
      assertMayResend(current);
      await this.redeliveries.sendNow(tx, delivery);
      return {
        success: true,
        delivery_id: publicId,
        webhook_id: webhook.id,
        attempt: current.attempts + 1,
      };
    });
  }

  /** Sends again what was dropped in a time, also what expired in a pause. Each delivery gets one attempt. */
  async recover(principal: Principal, id: number, input: RecoveryInput): Promise<Recovery> {
    const range = recoveryRange(input, this.clock.now());
    return this.database.transaction(async (tx) => {
      const webhook = await this.webhooks.findForUpdate(tx, principal, id);
      if (!webhook) throw notFound('webhook', id, principal);
      assertMayReceive(principal, webhook.events);
      await this.open(tx, webhook);
      return this.redeliveries.recover(tx, id, webhook.events, range);
    });
  }

  /** Locks the lane of a webhook that may be sent to, and wakes the worker when the transaction has committed. */
  private async open(tx: Tx, webhook: WebhookEntity): Promise<void> {
    assertActive(webhook);
    await this.redeliveries.lock(tx, webhook.id);
    this.notifier.queued(tx, DELIVERIES);
  }
}

function noDelivery(publicId: string, { main }: Principal): ApiError {
  const owner = main ? 'account' : 'sub account';
  return new ApiError('not_found', `No delivery with id ${publicId.slice(0, 64)} belongs to this ${owner}.`);
}
