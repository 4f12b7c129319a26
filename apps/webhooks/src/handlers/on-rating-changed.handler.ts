import { Controller } from '@nestjs/common';
import { type DomainEvent, ratingChanged } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { ratingNotification } from '../fan-out/notification';
import { SENT_RATING, type SentRating } from '../fan-out/webhook-data';

@Controller()
export class OnRatingChanged {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(ratingChanged, ...SENT_RATING)
  async handle(event: DomainEvent<SentRating>): Promise<void> {
    await this.inbox.once(event, 'OnRatingChanged', (tx) =>
      this.fanOut.queueDeliveries(tx, ratingNotification(event)),
    );
  }
}
