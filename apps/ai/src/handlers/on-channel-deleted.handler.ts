import { Controller } from '@nestjs/common';
import { channelDeleted, type DomainEvent } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Inbox, OnEvent } from '@plaudit/events';
import { ChannelCopiesService } from '../channels/channel-copies.service';
import { CHANNEL_FIELDS_READ, type ChannelState } from '../channels/channel-copy';

@Controller()
export class OnChannelDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly copies: ChannelCopiesService,
  ) {}

  @OnEvent(channelDeleted, ...CHANNEL_FIELDS_READ)
  async handle(event: DomainEvent<ChannelState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnChannelDeleted', this.apply);
  }

  private readonly apply = (tx: Tx, events: readonly DomainEvent<ChannelState>[]): Promise<void> =>
    this.copies.apply(tx, events, true);
}
