import { Controller } from '@nestjs/common';
import { accountSubAccountDeleted, type SubAccountDeletedPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { WebhooksService } from '../webhooks/webhooks.service';

@Controller()
export class OnSubAccountDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly webhooks: WebhooksService,
  ) {}

  @OnEvent(accountSubAccountDeleted, 'id')
  async handle(event: EventWith<SubAccountDeletedPayload, 'id'>): Promise<void> {
    await this.inbox.once(event, 'OnSubAccountDeleted', (tx) => this.webhooks.closeSubAccount(tx, event));
  }
}
