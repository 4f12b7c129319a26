import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCounted, type ReviewCountedPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ReviewCountsService } from '../counts/review-counts.service';

@Controller()
export class OnReviewCounted {
  constructor(
    private readonly inbox: Inbox,
    private readonly counts: ReviewCountsService,
  ) {}

  @EventPattern(reviewCounted.pattern)
  async handle(@Payload() event: DomainEvent<ReviewCountedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewCounted', (tx) => this.counts.reconcile(tx, event));
  }
}
