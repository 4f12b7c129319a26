import { Controller } from '@nestjs/common';
import { type DomainEvent, ratingChanged } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { RATING_FIELDS, ratingNotification, type SentRating } from '../fan-out/notification';

@Controller()
export class OnRatingChanged {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(ratingChanged, ...RATING_FIELDS)
  async handle(event: DomainEvent<SentRating>): Promise<void> {
    await this.inbox.once(event, 'OnRatingChanged', (tx) =>
      this.fanOut.queueDeliveries(tx, ratingNotification(event)),
    );
  }
}
