import { Controller } from '@nestjs/common';
import { channelDeleted, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { CHANNEL_FIELDS, type ChannelState } from '../channels/channel-copy';
import { ChannelCopiesService } from '../channels/channel-copies.service';

@Controller()
export class OnChannelDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelCopiesService,
  ) {}

  @OnEvent(channelDeleted, ...CHANNEL_FIELDS)
  async handle(event: DomainEvent<ChannelState>): Promise<void> {
    await this.inbox.once(event, 'OnChannelDeleted', (tx) => this.channels.delete(tx, event));
  }
}
