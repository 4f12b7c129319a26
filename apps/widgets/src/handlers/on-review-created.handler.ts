import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ContentRevsService } from '../content-revs/content-revs.service';

@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly revs: ContentRevsService,
  ) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnReviewCreated', (tx) => this.revs.bumpForEvent(tx, event));
  }
}
