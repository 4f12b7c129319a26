import { Controller } from '@nestjs/common';
import { reviewSnapshot, type ReviewSnapshotPayload } from '@plaudit/contracts';
import { type EventWith, Inbox, OnEvent } from '@plaudit/events';
import { ContentRevsService } from '../content-revs/content-revs.service';

/** Handles a page of all reviews: cached responses may be older than they are. */
@Controller()
export class OnReviewSnapshot {
  constructor(
    private readonly inbox: Inbox,
    private readonly revs: ContentRevsService,
  ) {}

  @OnEvent(reviewSnapshot, 'records')
  async handle(event: EventWith<ReviewSnapshotPayload, 'records'>): Promise<void> {
    await this.inbox.once(event, 'OnReviewSnapshot', (tx) => this.revs.bumpAll(tx, event.data.records));
  }
}
