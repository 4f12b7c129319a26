import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewsCollected } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
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
    await this.inbox.onceTogether(event, 'OnReviewsCollected', this.store);
  }

  private readonly store = (tx: Tx, pages: readonly DomainEvent<CollectedPage>[]): Promise<void> =>
    this.collected.store(tx, pages);
}
