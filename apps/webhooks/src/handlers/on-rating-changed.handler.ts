import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, ratingChanged, type RatingChangedPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { ratingNotification } from '../fan-out/notification';

@Controller()
export class OnRatingChanged {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @EventPattern(ratingChanged.pattern)
  async handle(@Payload() event: DomainEvent<RatingChangedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnRatingChanged', (tx) =>
      this.fanOut.queueDeliveries(tx, ratingNotification(event)),
    );
  }
}
