import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewSnapshot, type ReviewSnapshotPayload } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ReviewCopiesService } from '../reviews/review-copies.service';

@Controller()
export class OnReviewSnapshot {
  constructor(
    private readonly inbox: Inbox,
    private readonly copies: ReviewCopiesService,
  ) {}

  @OnEvent(reviewSnapshot, 'after', 'through', 'begun_on', 'records')
  async handle(event: DomainEvent<ReviewSnapshotPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewSnapshot', (tx) => this.copies.applySnapshot(tx, event));
  }
}
