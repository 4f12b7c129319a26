import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewsCollected, type ReviewsCollectedPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { CollectedReviewsService } from '../collected/collected-reviews.service';

@Controller()
export class OnReviewsCollected {
  constructor(
    private readonly inbox: Inbox,
    private readonly collected: CollectedReviewsService,
  ) {}

  @EventPattern(reviewsCollected.pattern)
  async handle(@Payload() event: DomainEvent<ReviewsCollectedPayload>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnReviewsCollected', (tx, pages) =>
      this.collected.store(tx, pages),
    );
  }
}
