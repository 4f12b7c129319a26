import { Controller } from '@nestjs/common';
import { type DomainEvent, ratingHistory, type RatingHistoryPayload } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { RatingDaysService } from '../ratings/rating-days.service';

@Controller()
export class OnRatingHistory {
  constructor(
    private readonly inbox: Inbox,
    private readonly days: RatingDaysService,
  ) {}

  @OnEvent(ratingHistory, 'after', 'through', 'begun_on', 'records')
  async handle(event: DomainEvent<RatingHistoryPayload>): Promise<void> {
    await this.inbox.once(event, 'OnRatingHistory', (tx) => this.days.applySnapshot(tx, event));
  }
}
