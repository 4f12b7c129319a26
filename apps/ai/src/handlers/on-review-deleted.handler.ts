import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewDeleted } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Inbox, OnEvent } from '@plaudit/events';
import { MAX_REVIEW_EVENTS, ReviewCopiesService } from '../reviews/review-copies.service';
import { REVIEW_FIELDS_READ, type ReviewState } from '../reviews/review-copy';

@Controller()
export class OnReviewDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly copies: ReviewCopiesService,
  ) {}

  @OnEvent(reviewDeleted, ...REVIEW_FIELDS_READ)
  async handle(event: DomainEvent<ReviewState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnReviewDeleted', this.apply, MAX_REVIEW_EVENTS);
  }

  private readonly apply = (tx: Tx, events: readonly DomainEvent<ReviewState>[]): Promise<void> =>
    this.copies.apply(tx, events, true);
}
