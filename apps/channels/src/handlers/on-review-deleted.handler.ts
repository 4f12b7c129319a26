import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewDeleted, type ReviewPayload } from '@plaudit/contracts';
import { CollectedCounts } from '../channels/collected-counts';

@Controller()
export class OnReviewDeleted {
  constructor(private readonly counts: CollectedCounts) {}

  @EventPattern(reviewDeleted.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    await this.counts.count(OnReviewDeleted.name, event, -1);
  }
}
