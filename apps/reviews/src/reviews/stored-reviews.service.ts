import { Injectable } from '@nestjs/common';
import { type DomainEvent, reviewCreated, reviewDeleted, reviewUpdated } from '@plaudit/contracts';
import type { Tx } from '@plaudit/database';
import { currentContext } from '@plaudit/runtime';
import type { DeletionReason } from '../changes/deleted-review.entity';
import { type NewEvent, Outbox } from '@plaudit/events';
import { actorOf, CRAWL, entriesOf, entriesOfNew } from '../history/review-history';
import { ReviewHistoryRepository } from '../history/review-history.repository';
import { statusWord } from './review';
import { changedNames } from './review-changes';
import type { NewReview, ReviewUpdate, StoredReview } from './review-rows';
import { ReviewsRepository } from './reviews.repository';

/** The events that caused a write, by the channel of the review. The others are caused by what is being handled. */
export type Causes = ReadonlyMap<number | null, DomainEvent>;

const NO_CAUSES: Causes = new Map();

/** How a change is written. */
interface Writing {
  causes?: Causes;
  /** Default: keep. leave_out: nobody changed this review itself. delete: nothing of the review before may be kept. */
  history?: 'keep' | 'leave_out' | 'delete';
}

/** Writes reviews, each together with its event and its history, in the caller's transaction. */
@Injectable()
export class StoredReviewsService {
  constructor(
    private readonly reviews: ReviewsRepository,
    private readonly outbox: Outbox,
    private readonly history: ReviewHistoryRepository,
  ) {}

  /**
   * Stores new reviews and publishes `review.created` for each. Returns the stored ones by id. A review whose channel
   * already has its external id is left out.
   */
  async insert(tx: Tx, reviews: readonly NewReview[], causes: Causes = NO_CAUSES): Promise<StoredReview[]> {
    const stored = await this.reviews.insert(tx, reviews);
    await this.outbox.addAll(
      tx,
      reviewCreated,
      stored.map((review) => eventOf(review, review.payload, causes)),
    );
    const actor = actorOf(currentContext()?.principal);
    await this.history.add(
      tx,
      stored.flatMap(({ id, payload }) => entriesOfNew({ ...payload, id }, actor)),
    );
    return stored;
  }

  /**
   * Applies changes and publishes `review.updated` for each. Returns the reviews as they are now, by id. The caller holds
   * the locks of the rows.
   */
  async update(
    tx: Tx,
    updates: readonly ReviewUpdate[],
    { causes = NO_CAUSES, history = 'keep' }: Writing = {},
  ): Promise<StoredReview[]> {
    const reviews = await this.reviews.updateAll(tx, updates);
    const updateOf = new Map(updates.map((update) => [update.stored.id, update]));
    const events = reviews.map((review) => {
      const { stored, change } = updateOf.get(review.id) as ReviewUpdate;
      const changed = changedNames(change);
      const payload = { ...review.payload, changed, previous_status: statusWord(stored.status) };
      return eventOf(review, payload, causes);
    });
    await this.outbox.addAll(tx, reviewUpdated, events);
    const actor = causes.size > 0 ? CRAWL : actorOf(currentContext()?.principal);
    if (history === 'keep') {
      await this.history.add(
        tx,
        updates.flatMap((update) => entriesOf(update, actor)),
      );
    }
    if (history === 'delete') {
      await this.history.delete(
        tx,
        reviews.map(({ id }) => id),
      );
    }
    return reviews;
  }

  /**
   * Deletes reviews and publishes `review.deleted` with their last state. The caller holds the locks of the rows. A later crawl
   * does not bring those back that a client deletes.
   */
  async delete(tx: Tx, ids: readonly number[], reason: DeletionReason): Promise<void> {
    const reviews = await this.reviews.getAllStored(tx, ids);
    await this.reviews.deleteAll(tx, ids, reason);
    await this.history.delete(tx, ids);
    // The deletion is one version after the last state.
    const events = reviews.map((review) =>
      eventOf({ ...review, version: review.version + 1 }, review.payload, NO_CAUSES),
    );
    await this.outbox.addAll(tx, reviewDeleted, events);
  }
}

function eventOf<P>(review: StoredReview, data: P, causes: Causes): NewEvent<P> {
  return {
    accountId: review.account_id,
    subAccountId: review.sub_account_id,
    subject: review.id,
    version: review.version,
    data,
    cause: causes.get(review.payload.channel_id),
  };
}
