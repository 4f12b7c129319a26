import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewDeleted } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { reviewNotification } from '../fan-out/notification';
import { SENT_REVIEW, type SentReview } from '../fan-out/webhook-data';

@Controller()
export class OnReviewDeleted {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(reviewDeleted, ...SENT_REVIEW)
  async handle(event: DomainEvent<SentReview>): Promise<void> {
    await this.inbox.once(event, 'OnReviewDeleted', (tx) =>
      this.fanOut.queueDeliveries(tx, reviewNotification(event)),
    );
  }
}
