import { Injectable } from '@nestjs/common';
import type { AccessReducedPayload, DomainEvent } from '@plaudit/contracts';
import { noteAccessReduction, type Tx } from '@plaudit/database';
import { LanesRepository } from '../queue/lanes.repository';
import { makerOfWebhook, reachWithin } from '../webhooks/maker-rules';
import type { WebhookEntity } from '../webhooks/webhook.entity';
import { WebhooksRepository } from '../webhooks/webhooks.repository';
import { DisablingService } from './disabling.service';

/** Keeps webhooks within what their makers may read. */
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
  async apply(tx: Tx, { accountid, data }: DomainEvent<AccessReducedPayload>): Promise<void> {
    const maker = { type: data.maker_type, id: data.maker_id };
    await noteAccessReduction(tx, { ...maker, removed: data.removed, subAccounts: data.sub_accounts });
    if (!data.removed && data.sub_accounts.length === 0) return;
    const webhooks = await this.webhooks.findAllForUpdate(tx, accountid);
    for (const webhook of webhooks) {
      const made = makerOfWebhook(webhook);
      if (made?.type === maker.type && made.id === maker.id) await this.limit(tx, webhook, data);
    }
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
