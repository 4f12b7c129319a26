import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewUpdated } from '@plaudit/contracts';
import { ContentChanges } from '../content-revs/content-changes';

@Controller()
export class OnReviewUpdated {
  constructor(private readonly changes: ContentChanges) {}

  @EventPattern(reviewUpdated.pattern)
  async handle(@Payload() event: DomainEvent): Promise<void> {
    await this.changes.reviewChanged(OnReviewUpdated.name, event);
  }
}
