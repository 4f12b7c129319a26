import { Controller } from '@nestjs/common';
import { reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ChannelsService } from '../channels/channels.service';

@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelsService,
  ) {}

  @OnEvent(reviewCreated, 'channel_id')
  async handle(event: EventWith<ReviewPayload, 'channel_id'>): Promise<void> {
    const channelId = event.data.channel_id;
    // A review that was added through the API belongs to no channel.
    if (channelId === null) return;
    await this.inbox.once(event, 'OnReviewCreated', (tx) => this.channels.countReview(tx, channelId, 1));
  }
}
