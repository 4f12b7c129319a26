import { Injectable } from '@nestjs/common';
import { IdempotencyKeys, type Tx } from '@plaudit/database';
import { ReviewDuplicatesRepository } from '../additions/review-duplicates.repository';
import { ReviewAnnouncements } from '../reviews/review-announcements';
import { differing, statusWord } from '../reviews/review-changes';
import type { StoredReview } from '../reviews/review-rows';
import { ReviewsRepository } from '../reviews/reviews.repository';
import type { Tenant } from '../tags/tags.repository';
import { anonymised } from './anonymous';
import { SuppressionsRepository } from './suppressions.repository';

/** Each lot is one short transaction, because somebody may have thousands of reviews. */
const LOT = 100;

/** Takes a person out of what is stored, in the caller's transactions. */
@Injectable()
export class ErasureService {
  constructor(
    private readonly duplicates: ReviewDuplicatesRepository,
    private readonly suppressions: SuppressionsRepository,
    private readonly reviews: ReviewsRepository,
    private readonly announcements: ReviewAnnouncements,
    private readonly answers: IdempotencyKeys,
  ) {}

  /** From the commit on, nothing of this person is stored any more; what is there is there to be found. */
  async suppress(tx: Tx, tenant: Tenant, mailbox: string): Promise<void> {
    await this.duplicates.lockAll(tx, tenant.subAccountId);
    await this.suppressions.add(tx, tenant, mailbox);
  }

  /** Anonymises some of the person's reviews, as they are now; empty when none is left. */
  async eraseLot(tx: Tx, { subAccountId }: Tenant, mailbox: string): Promise<StoredReview[]> {
    const rows = await this.suppressions.lockReviews(tx, subAccountId, mailbox, LOT);
    const updates = rows.map((stored) => ({ stored, change: differing(stored, anonymised(stored)) }));
    const reviews = await this.reviews.updateAll(tx, updates);
    // The answer to adding one shows the person, to whoever repeats the request.
    await this.answers.forget(
      tx,
      subAccountId,
      reviews.map(({ id }) => id),
    );
    await this.announcements.updatedAll(
      tx,
      reviews.map((review, place) => {
        const { stored, change } = updates[place] as (typeof updates)[number];
        return { review, change, previous: statusWord(stored.status) };
      }),
    );
    return reviews;
  }
}
