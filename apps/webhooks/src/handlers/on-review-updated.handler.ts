import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewUpdated } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { reviewUpdatedNotification, statusChangedNotification } from '../fan-out/notification';
import { SENT_REVIEW, type SentReviewUpdate } from '../fan-out/webhook-data';

/** Announces `review.updated`, and `review.status_changed` if the status is among the changes. */
@Controller()
export class OnReviewUpdated {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(reviewUpdated, ...SENT_REVIEW, 'changed', 'previous_status')
  async handle(event: DomainEvent<SentReviewUpdate>): Promise<void> {
    await this.inbox.once(event, 'OnReviewUpdated', (tx) =>
      this.fanOut.queueDeliveries(tx, reviewUpdatedNotification(event)),
    );
    const statusChanged = statusChangedNotification(event);
    if (!statusChanged) return;
    // A transaction of its own, because each locks lanes in the order of their ids.
    await this.inbox.once(event, 'OnReviewStatusChanged', (tx) =>
      this.fanOut.queueDeliveries(tx, statusChanged),
    );
  }
}
