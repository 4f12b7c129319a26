import { Controller } from '@nestjs/common';
import { channelConnected, type ChannelPayload, channelUpdated } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ChannelCopiesService } from '../channels/channel-copies.service';

/** Handles channel.connected and channel.updated: the copy of the channel keeps the newest name and property. */
@Controller()
export class OnChannelSaved {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelCopiesService,
  ) {}

  @OnEvent(channelConnected, 'id', 'name', 'group')
  async connected(event: EventWith<ChannelPayload, 'id' | 'name' | 'group'>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSaved', (tx) => this.channels.save(tx, event));
  }

  @OnEvent(channelUpdated, 'id', 'name', 'group')
  async updated(event: EventWith<ChannelPayload, 'id' | 'name' | 'group'>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSaved', (tx) => this.channels.save(tx, event));
  }
}
