import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { channelConnected, type ChannelPayload, channelUpdated, type DomainEvent } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ChannelCopiesService } from '../channels/channel-copies.service';

/** Handles channel.connected and channel.updated: the copy of the channel keeps the newest name. */
@Controller()
export class OnChannelSaved {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelCopiesService,
  ) {}

  @EventPattern(channelConnected.pattern)
  async connected(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSaved', (tx) => this.channels.save(tx, event));
  }

  @EventPattern(channelUpdated.pattern)
  async updated(@Payload() event: DomainEvent<ChannelPayload>): Promise<void> {
    await this.inbox.once(event, 'OnChannelSaved', (tx) => this.channels.save(tx, event));
  }
}
