import { Controller } from '@nestjs/common';
import { channelConnected, channelUpdated, type DomainEvent } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { CHANNEL_FIELDS, type ChannelState } from '../channels/channel-copy';
import { ChannelCopiesService } from '../channels/channel-copies.service';

/** Handles channel.connected and channel.updated: the copy of the channel keeps its newest state. */
@Controller()
export class OnChannelSaved {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelCopiesService,
  ) {}

  @OnEvent(channelConnected, ...CHANNEL_FIELDS)
  async connected(event: DomainEvent<ChannelState>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSaved', (tx) => this.channels.save(tx, event));
  }

  @OnEvent(channelUpdated, ...CHANNEL_FIELDS)
  async updated(event: DomainEvent<ChannelState>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSaved', (tx) => this.channels.save(tx, event));
  }
}
