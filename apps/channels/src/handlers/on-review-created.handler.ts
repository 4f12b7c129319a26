import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ChannelsService } from '../channels/channels.service';

@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly channels: ChannelsService,
  ) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    const channelId = event.data.channel_id;
    // A review that was added through the API belongs to no channel.
    if (channelId === null) return;
    await this.inbox.once(event, 'OnReviewCreated', (tx) => this.channels.countReview(tx, channelId, 1));
  }
}
