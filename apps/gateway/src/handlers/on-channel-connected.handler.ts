import { Controller } from '@nestjs/common';
import { channelConnected, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ChannelCountsService } from '../sub-accounts/channel-counts.service';

@Controller()
export class OnChannelConnected {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ChannelCountsService,
  ) {}

  @OnEvent(channelConnected)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnChannelConnected', (tx) => this.counts.count(tx, event, 1));
  }
}
