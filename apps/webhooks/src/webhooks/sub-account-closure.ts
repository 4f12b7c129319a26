import { Injectable } from '@nestjs/common';
import type { DomainEvent, SubAccountDeletedPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { LanesRepository } from '../sending/lanes.repository';
import { WebhookMaker } from './webhook-maker';
import { WebhooksRepository } from './webhooks.repository';

/** What becomes of a sub account's deliveries once it was deleted: its own webhooks go, and nobody is told of it more. */
@Injectable()
export class SubAccountClosure {
  constructor(
    private readonly inbox: Inbox,
    private readonly webhooks: WebhooksRepository,
    private readonly lanes: LanesRepository,
    private readonly maker: WebhookMaker,
  ) {}

  async close(handler: string, event: DomainEvent<SubAccountDeletedPayload>): Promise<void> {
    const { accountid: accountId } = event;
    const { id } = event.data;
    await this.inbox.once(event, handler, async (tx) => {
      await this.webhooks.lockAccount(tx, accountId);
      await this.webhooks.closeSubAccount(tx, id);
      const live = await this.webhooks.findAllForUpdate(tx, accountId);
      await this.lanes.cancelOf(
        tx,
        live.map((webhook) => webhook.id),
        id,
      );
      for (const webhook of live.filter(({ ownerSubAccountId }) => ownerSubAccountId === id)) {
        this.maker.bury(webhook);
        await this.webhooks.save(tx, webhook);
        await this.lanes.close(tx, webhook.id);
      }
    });
  }
}
