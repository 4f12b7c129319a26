import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewUpdated, type ReviewUpdatedPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { reviewUpdatedNotification } from '../fan-out/notification';

@Controller()
export class OnReviewUpdated {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @EventPattern(reviewUpdated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewUpdatedPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewUpdated', (tx) =>
      this.fanOut.queueDeliveries(tx, reviewUpdatedNotification(event)),
    );
  }
}
