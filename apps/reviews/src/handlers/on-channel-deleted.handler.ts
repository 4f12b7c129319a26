import { Controller } from '@nestjs/common';
import { channelDeleted, type ChannelDeletedPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ChannelCopiesService } from '../channels/channel-copies.service';

@Controller()
export class OnChannelDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelCopiesService,
  ) {}

  @OnEvent(channelDeleted, 'id', 'name', 'keep_reviews')
  async handle(event: EventWith<ChannelDeletedPayload, 'id' | 'name' | 'keep_reviews'>): Promise<void> {
    await this.inbox.once(event, 'OnChannelDeleted', (tx) => this.channels.delete(tx, event));
  }
}
