import { Controller } from '@nestjs/common';
import { channelConnected, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { CHANNEL_FIELDS, type ChannelState } from '../channels/channel-copy';
import { ChannelCopiesService } from '../channels/channel-copies.service';

@Controller()
export class OnChannelConnected {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelCopiesService,
  ) {}

  @OnEvent(channelConnected, ...CHANNEL_FIELDS)
  async handle(event: DomainEvent<ChannelState>): Promise<void> {
    await this.inbox.once(event, 'OnChannelConnected', (tx) => this.channels.save(tx, event));
  }
}
