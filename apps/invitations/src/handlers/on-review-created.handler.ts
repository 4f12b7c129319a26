import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewCreated } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { MATCHED_FIELDS, type NewReview, ReviewMatchesService } from '../matching/review-matches.service';

@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly matches: ReviewMatchesService,
  ) {}

  @OnEvent(reviewCreated, ...MATCHED_FIELDS)
  async handle(event: DomainEvent<NewReview>): Promise<void> {
    await this.inbox.once(event, 'OnReviewCreated', (tx) => this.matches.match(tx, event));
  }
}
