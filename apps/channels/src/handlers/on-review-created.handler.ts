import { Controller } from '@nestjs/common';
import { reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ReviewCountsService } from '../counts/review-counts.service';

@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ReviewCountsService,
  ) {}

  @OnEvent(reviewCreated, 'channel_id')
  async handle(event: EventWith<ReviewPayload, 'channel_id'>): Promise<void> {
    const channelId = event.data.channel_id;
    // A review that was added through the API belongs to no channel.
    if (channelId === null) return;
    await this.inbox.once(event, 'OnReviewCreated', (tx) =>
      this.counts.count(tx, channelId, { by: 1, time: event.time }),
    );
  }
}
