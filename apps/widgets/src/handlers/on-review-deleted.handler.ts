import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewDeleted } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ContentRevsService } from '../content-revs/content-revs.service';

@Controller()
export class OnReviewDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly revs: ContentRevsService,
  ) {}

  @OnEvent(reviewDeleted)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnReviewDeleted', (tx) => this.revs.bumpForEvent(tx, event));
  }
}
