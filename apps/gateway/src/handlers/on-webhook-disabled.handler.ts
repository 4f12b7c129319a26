import { Controller } from '@nestjs/common';
import { type DomainEvent, webhookDisabled, type WebhookDisabledPayload } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { AdminMailsService } from '../user-mails/admin-mails.service';

@Controller()
export class OnWebhookDisabled {
  constructor(
    private readonly inbox: Inbox,
    private readonly mails: AdminMailsService,
  ) {}

  @OnEvent(
    webhookDisabled,
    'id',
    'url',
    'reason',
    'failing_since',
    'last_status',
    'last_error',
    'disabled_on',
  )
  async handle(event: DomainEvent<WebhookDisabledPayload>): Promise<void> {
    await this.inbox.once(event, 'OnWebhookDisabled', (tx) => this.mails.webhookDisabled(tx, event));
  }
}
