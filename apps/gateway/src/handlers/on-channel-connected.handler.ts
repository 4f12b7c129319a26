import { Controller } from '@nestjs/common';
import { channelConnected, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { SubAccountsService } from '../sub-accounts/sub-accounts.service';

@Controller()
export class OnChannelConnected {
  constructor(
    private readonly inbox: Inbox,
    private readonly subAccounts: SubAccountsService,
  ) {}

  @OnEvent(channelConnected)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnChannelConnected', (tx) =>
      this.subAccounts.addToChannelCount(tx, event, 1),
    );
  }
}
