import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { CollectedCounts } from '../channels/collected-counts';

@Controller()
export class OnReviewCreated {
  constructor(private readonly counts: CollectedCounts) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    await this.counts.count(OnReviewCreated.name, event, 1);
  }
}
