import { Injectable } from '@nestjs/common';
import type { AccessReducedPayload, DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { LanesRepository } from '../queue/lanes.repository';
import { isMadeBy, reachWithin } from '../webhooks/maker-rules';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { DisablingService } from './disabling.service';

/**
 * Keeps webhooks within what their makers may read. The lock on the account puts an event and a request of the same maker in order:
 * either the event finds the webhook of the request, or the request finds what the event has stored.
 */
@Injectable()
export class ReducedAccessService {
  constructor(
    private readonly webhooks: WebhooksRepository,
    private readonly lanes: LanesRepository,
    private readonly disabling: DisablingService,
  ) {}

  /**
   * Pauses the webhooks of a removed maker, and those that would send nothing any more. Limits the others to the sub accounts that
   * their maker may still read, and cancels what they had queued of other sub accounts.
   */
  async apply(tx: Tx, { accountid, data, time }: DomainEvent<AccessReducedPayload>): Promise<void> {
    await this.webhooks.lockAccount(tx, accountid);
    await this.webhooks.addReduction(tx, data, new Date(time));
    const maker = { type: data.maker_type, id: data.maker_id };
    const webhooks = await this.webhooks.findAllForUpdate(tx, accountid);
    for (const webhook of webhooks.filter((one) => isMadeBy(one, maker))) await this.limit(tx, webhook, data);
  }

  private async limit(
    tx: Tx,
    webhook: WebhookEntity,
    { removed, sub_accounts }: AccessReducedPayload,
  ): Promise<void> {
    const reach = removed ? [] : reachWithin(webhook, sub_accounts);
    if (reach.length === 0) {
      if (webhook.active) await this.disabling.disableWithoutMaker(tx, webhook);
      return;
    }
    await this.webhooks.save(tx, Object.assign(webhook, { reach }));
    await this.lanes.cancelOutside(tx, webhook.id, reach);
  }
}
