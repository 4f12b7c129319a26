import { Controller } from '@nestjs/common';
import { channelCounted, type ChannelCountedPayload, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ChannelCountsService } from '../sub-accounts/channel-counts.service';

@Controller()
export class OnChannelCounted {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ChannelCountsService,
  ) {}

  @OnEvent(channelCounted, 'as_of', 'channels')
  async handle(event: DomainEvent<ChannelCountedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelCounted', (tx) => this.counts.reconcile(tx, event));
  }
}
