import { Controller } from '@nestjs/common';
import { type DomainEvent, reviewCreated, type ReviewPayload } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { FanOutService } from '../fan-out/fan-out.service';
import { reviewNotification } from '../fan-out/notification';
import { SENT_REVIEW, type SentReview } from '../fan-out/webhook-data';

/**
 * Webhooks announce collected reviews only. A client that adds a review through the API or the dashboard knows about it, and
 * `invite.reviewed` announces the one that a recipient wrote on the page of an invitation.
 */
@Controller()
export class OnReviewCreated {
  constructor(
    private readonly inbox: Inbox,
    private readonly fanOut: FanOutService,
  ) {}

  @OnEvent(reviewCreated, ...SENT_REVIEW, 'origin')
  async handle(event: DomainEvent<SentReview & Pick<ReviewPayload, 'origin'>>): Promise<void> {
    if (event.data.origin !== 'channel') return;
    await this.inbox.once(event, 'OnReviewCreated', (tx) =>
      this.fanOut.queueDeliveries(tx, reviewNotification(event)),
    );
  }
}
