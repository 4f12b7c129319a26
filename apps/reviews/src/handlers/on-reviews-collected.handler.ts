import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewsCollected } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { type CollectedPage, PAGE_FIELDS } from '../collected/collected-review';
import { CollectedReviewsService } from '../collected/collected-reviews.service';

@Controller()
export class OnReviewsCollected {
  constructor(
    private readonly inbox: Inbox,
    private readonly collected: CollectedReviewsService,
  ) {}

  @OnEvent(reviewsCollected, ...PAGE_FIELDS)
  async handle(event: DomainEvent<CollectedPage>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnReviewsCollected', (tx, pages) =>
      this.collected.store(tx, pages),
    );
  }
}
