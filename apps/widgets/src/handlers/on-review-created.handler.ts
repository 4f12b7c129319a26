import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { ContentChanges } from '../content-revs/content-changes';

@Controller()
export class OnReviewCreated {
  constructor(private readonly changes: ContentChanges) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent): Promise<void> {
    await this.changes.reviewChanged(OnReviewCreated.name, event);
  }
}
