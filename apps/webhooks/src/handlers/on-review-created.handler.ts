import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { REVIEW_FIELDS, reviewNotification, type SentReview } from '../fan-out/notification';

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

  @OnEvent(reviewCreated, ...REVIEW_FIELDS, 'origin')
  async handle(event: DomainEvent<SentReview & Pick<ReviewPayload, 'origin'>>): Promise<void> {
    if (event.data.origin !== 'channel') return;
    await this.inbox.once(event, 'OnReviewCreated', (tx) =>
      this.fanOut.queueDeliveries(tx, reviewNotification(event)),
    );
  }
}
