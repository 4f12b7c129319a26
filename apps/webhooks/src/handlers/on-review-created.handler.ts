import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { reviewNotification } from '../fan-out/notification';

/**
 * Webhooks announce collected reviews only. A client that adds a review through the API or the dashboard knows about
 * it.
 */
@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @EventPattern(reviewCreated.pattern)
  async handle(@Payload() event: DomainEvent<ReviewPayload>): Promise<void> {
    if (event.data.origin !== 'channel') return;
    await this.inbox.once(event, 'OnReviewCreated', (tx) =>
      this.fanOut.queueDeliveries(tx, reviewNotification(event)),
    );
  }
}
