import { Controller } from '@nestjs/common';
import { reviewsRemoved, type ReviewsRemovedPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { REMOVED_FIELDS, RemovedReviewsService } from '../collected/removed-reviews.service';

/** Handles channel.reviews_removed: the reviews are kept and get the date of their removal. */
@Controller()
export class OnReviewsRemoved {
  constructor(
    private readonly inbox: Inbox,
    private readonly removed: RemovedReviewsService,
  ) {}

  @OnEvent(reviewsRemoved, ...REMOVED_FIELDS)
  async handle(event: EventWith<ReviewsRemovedPayload, (typeof REMOVED_FIELDS)[number]>): Promise<void> {
    await this.inbox.once(event, 'OnReviewsRemoved', (tx) => this.removed.mark(tx, event));
  }
}
