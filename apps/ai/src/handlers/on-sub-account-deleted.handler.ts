import { Controller } from '@nestjs/common';
import { accountSubAccountDeleted, type SubAccountDeletedPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ReplySettingsService } from '../drafts/settings/reply-settings.service';

@Controller()
export class OnSubAccountDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly settings: ReplySettingsService,
  ) {}

  @OnEvent(accountSubAccountDeleted, 'id')
  async handle(event: EventWith<SubAccountDeletedPayload, 'id'>): Promise<void> {
    const tenant = { account_id: event.accountid, sub_account_id: event.data.id };
    await this.inbox.once(event, 'OnSubAccountDeleted', (tx) => this.settings.forget(tx, tenant));
  }
}
