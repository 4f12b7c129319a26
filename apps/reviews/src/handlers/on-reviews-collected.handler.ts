import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewsCollected, type ReviewsCollectedPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { IntakeService } from '../intake/intake.service';

@Controller()
export class OnReviewsCollected {
  constructor(
    private readonly inbox: Inbox,
    private readonly intake: IntakeService,
  ) {}

  @EventPattern(reviewsCollected.pattern)
  async handle(@Payload() event: DomainEvent<ReviewsCollectedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewsCollected', (tx) => this.intake.take(tx, event));
  }
}
