import { Injectable } from '@nestjs/common';
import { reviewCreated, reviewDeleted, type ReviewStatus, reviewUpdated } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { type NewEvent, Outbox } from '@plaudit/events';
import { changedNames } from './review-changes';
import type { ReviewChange, StoredReview } from './review-rows';

/** A review as it is now, what was changed, and the status before. */
export interface UpdatedReview {
  review: StoredReview;
  change: ReviewChange;
  previous: ReviewStatus;
}

/** Says on the bus what happened to reviews, in the transaction in which it happened. */
@Injectable()
export class ReviewAnnouncements {
  constructor(private readonly outbox: Outbox) {}

  async created(tx: Tx, reviews: readonly StoredReview[]): Promise<void> {
    await this.outbox.addAll(
      tx,
      reviewCreated,
      reviews.map((review) => eventOf(review, review.payload)),
    );
  }

  async updated(tx: Tx, review: StoredReview, change: ReviewChange, previous: ReviewStatus): Promise<void> {
    await this.updatedAll(tx, [{ review, change, previous }]);
  }

  /** `review.updated` for each, with the names of its changed fields as the API spells them. */
  async updatedAll(tx: Tx, updates: readonly UpdatedReview[]): Promise<void> {
    const events = updates.map(({ review, change, previous }) => {
      const data = { ...review.payload, changed: changedNames(change), previous_status: previous };
      return eventOf(review, data);
    });
    await this.outbox.addAll(tx, reviewUpdated, events);
  }

  /** `reviews` as they were last; deleting is the version after that. */
  async deleted(tx: Tx, reviews: readonly StoredReview[]): Promise<void> {
    const events = reviews.map((review) =>
      eventOf({ ...review, version: review.version + 1 }, review.payload),
    );
    await this.outbox.addAll(tx, reviewDeleted, events);
  }
}

function eventOf<P>(review: StoredReview, data: P): NewEvent<P> {
  return {
    accountId: review.account_id,
    subAccountId: review.sub_account_id,
    subject: review.id,
    version: review.version,
    data,
  };
}
