import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewCounted, type ReviewCountedPayload } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ReviewCountsService } from '../reviews/review-counts.service';

@Controller()
export class OnReviewCounted {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ReviewCountsService,
  ) {}

  @OnEvent(reviewCounted, 'as_of', 'channels', 'after_channel_id', 'up_to_channel_id')
  async handle(event: DomainEvent<ReviewCountedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewCounted', (tx) => this.counts.compare(tx, event));
  }
}
