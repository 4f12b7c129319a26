import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewDeleted } from '@plaudit/contracts';
import { ContentChanges } from '../content-revs/content-changes';

@Controller()
export class OnReviewDeleted {
  constructor(private readonly changes: ContentChanges) {}

  @EventPattern(reviewDeleted.pattern)
  async handle(@Payload() event: DomainEvent): Promise<void> {
    await this.changes.reviewChanged(OnReviewDeleted.name, event);
  }
}
