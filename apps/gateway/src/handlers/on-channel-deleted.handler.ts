import { Controller } from '@nestjs/common';
import { channelDeleted, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { SubAccountsService } from '../sub-accounts/sub-accounts.service';

@Controller()
export class OnChannelDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly subAccounts: SubAccountsService,
  ) {}

  @OnEvent(channelDeleted)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnChannelDeleted', (tx) =>
      this.subAccounts.addToChannelCount(tx, event, -1),
    );
  }
}
