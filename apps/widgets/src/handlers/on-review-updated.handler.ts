import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewUpdated } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ContentRevsService } from '../content-revs/content-revs.service';

@Controller()
export class OnReviewUpdated {
  constructor(
    private readonly inbox: Inbox,
    private readonly revs: ContentRevsService,
  ) {}

  @OnEvent(reviewUpdated)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnReviewUpdated', (tx) => this.revs.bumpForEvent(tx, event));
  }
}
