import { Controller } from '@nestjs/common';
import { type DomainEvent, inviteAnswered } from '@plaudit/contracts';
import { Inbox, OnEvent } from '@plaudit/events';
import { Clock } from '@plaudit/runtime';
import { type Answer, ANSWER_FIELDS } from '../direct/direct-review';
import { DirectReviewsService } from '../direct/direct-reviews.service';

/** Handles invite.answered: the recipient of an invitation wrote a review on its landing page. */
@Controller()
export class OnInviteAnswered {
  constructor(
    private readonly inbox: Inbox,
    private readonly reviews: DirectReviewsService,
    private readonly clock: Clock,
  ) {}

  @OnEvent(inviteAnswered, ...ANSWER_FIELDS)
  async handle(event: DomainEvent<Answer>): Promise<void> {
    await this.inbox.once(event, 'OnInviteAnswered', (tx) => this.reviews.add(tx, event, this.clock.now()));
  }
}
