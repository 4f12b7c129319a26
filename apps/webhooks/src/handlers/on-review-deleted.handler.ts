import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewDeleted, type ReviewPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { reviewNotification } from '../fan-out/notification';

@Controller()
export class OnReviewDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @EventPattern(reviewDeleted.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewDeleted', (tx) =>
      this.fanOut.queueDeliveries(tx, reviewNotification(event)),
    );
  }
}
