import { Controller } from '@nestjs/common';
import { type DomainEvent, ratingChanged, ratingSnapshot } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { Inbox, OnEvent } from '@plaudit/events';
import { RATING_FIELDS_READ, type RatingState } from '../ratings/official-figures';
import { RatingDaysService } from '../ratings/rating-days.service';

/** Handles rating.snapshot and rating.changed. A release of channels before rating.snapshot only publishes the latter. */
@Controller()
export class OnRatingRead {
  constructor(
    private readonly inbox: Inbox,
    private readonly days: RatingDaysService,
  ) {}

  @OnEvent(ratingSnapshot, ...RATING_FIELDS_READ)
  async snapshot(event: DomainEvent<RatingState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnRatingRead', this.apply);
  }

  @OnEvent(ratingChanged, ...RATING_FIELDS_READ)
  async changed(event: DomainEvent<RatingState>): Promise<void> {
    await this.inbox.onceTogether(event, 'OnRatingRead', this.apply);
  }

  private readonly apply = (tx: Tx, events: readonly DomainEvent<RatingState>[]): Promise<void> =>
    this.days.apply(tx, events);
}
