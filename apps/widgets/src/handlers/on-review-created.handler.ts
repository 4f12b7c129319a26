import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { ContentRevsService } from '../content-revs/content-revs.service';

@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly revs: ContentRevsService,
  ) {}

  @OnEvent(reviewCreated)
  async handle(event: DomainEvent): Promise<void> {
    await this.inbox.once(event, 'OnReviewCreated', (tx) => this.revs.bumpForEvent(tx, event));
  }
}
