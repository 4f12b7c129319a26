import { Controller } from '@nestjs/common';
import { channelConnected, channelUpdated, type DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Inbox, OnEvent } from '@plaudit/events';
import { ChannelCopiesService } from '../channels/channel-copies.service';
import { CHANNEL_FIELDS_READ, type ChannelState } from '../channels/channel-copy';

/** Handles channel.connected and channel.updated, which both carry the whole state of a channel. */
@Controller()
export class OnChannelSaved {
  constructor(
    private readonly inbox: Inbox,
    private readonly copies: ChannelCopiesService,
  ) {}

  @OnEvent(channelConnected, ...CHANNEL_FIELDS_READ)
  async connected(event: DomainEvent<ChannelState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnChannelSaved', this.apply);
  }

  @OnEvent(channelUpdated, ...CHANNEL_FIELDS_READ)
  async updated(event: DomainEvent<ChannelState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnChannelSaved', this.apply);
  }

  private readonly apply = (tx: Tx, events: readonly DomainEvent<ChannelState>[]): Promise<void> =>
    this.copies.apply(tx, events, false);
}
