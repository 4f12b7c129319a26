import { Controller } from '@nestjs/common';
import { EventPattern, Payload } from '@nestjs/microservices';
import { type DomainEvent, reviewSnapshot, type ReviewSnapshotPayload } from '@plaudit/contracts';
import { Inbox } from '@plaudit/events';
import { ContentRevsService } from '../content-revs/content-revs.service';

/** Handles a page of all reviews: cached responses may be older than they are. */
@Controller()
export class OnReviewSnapshot {
  constructor(
    private readonly inbox: Inbox,
    private readonly revs: ContentRevsService,
  ) {}

  @EventPattern(reviewSnapshot.pattern)
  async handle(@Payload() event: DomainEvent<ReviewSnapshotPayload>): Promise<void> {
    await this.inbox.once(event, 'OnReviewSnapshot', (tx) => this.revs.bumpAll(tx, event.data.records));
  }
}
