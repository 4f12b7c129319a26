import { Controller } from '@nestjs/common';
import { channelDeleted, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ChannelCountsService } from '../sub-accounts/channel-counts.service';

@Controller()
export class OnChannelDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ChannelCountsService,
  ) {}

  @OnEvent(channelDeleted)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnChannelDeleted', (tx) => this.counts.count(tx, event, -1));
  }
}
