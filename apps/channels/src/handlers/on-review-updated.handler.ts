import { Controller } from '@nestjs/common';
import { reviewUpdated, type ReviewUpdatedPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ReviewCountsService } from '../counts/review-counts.service';

@Controller()
export class OnReviewUpdated {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ReviewCountsService,
  ) {}

  @OnEvent(reviewUpdated, 'channel_id', 'changed')
  async handle(event: EventWith<ReviewUpdatedPayload, 'channel_id' | 'changed'>): Promise<void> {
    const { channel_id: channelId, changed } = event.data;
    // A review that outlived its channel got a new one. The former channel is gone, and its counter with it.
    if (channelId === null || !changed.includes('channel_id')) return;
    await this.inbox.once(event, 'OnReviewUpdated', (tx) =>
      this.counts.count(tx, channelId, { by: 1, time: event.time }),
    );
  }
}
