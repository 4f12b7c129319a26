import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ReviewCountsService } from '../counts/review-counts.service';

@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ReviewCountsService,
  ) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    const channelId = event.data.channel_id;
    // A review that was added through the API belongs to no channel.
    if (channelId === null) return;
    await this.inbox.once(event, 'OnReviewCreated', (tx) =>
      this.counts.count(tx, channelId, { by: 1, time: event.time }),
    );
  }
}
