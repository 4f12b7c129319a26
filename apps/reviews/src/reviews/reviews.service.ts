import { Injectable } from '@nestjs/common';
import type { Review, Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { WidgetRevisionClient } from '../widgets/widget-revision.client';
import { APPROVED } from './review';
import { ReviewEditsService } from './review-edits.service';
import type { StoredReview } from './review-rows';
import { type ReviewUpdateInput, toReview } from './reviews.dto';
import { ReviewsRepository } from './reviews.repository';
import { StoredReviewsService } from './stored-reviews.service';

/** A written review, and whether widgets may have to show the change. */
interface WrittenReview {
  review: StoredReview;
  shown: boolean;
}

/**
 * Updates and deletes single reviews for clients of the API. Widgets get their notice after the commit and before the
 * client has its response.
 */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly database: Database,
    private readonly reviews: ReviewsRepository,
    private readonly stored: StoredReviewsService,
    private readonly edits: ReviewEditsService,
    private readonly widgets: WidgetRevisionClient,
  ) {}

  /** Returns the review as it is now. Throws 404 unless the sub account has a review with this id. */
  async update(tenant: Tenant, id: number, input: ReviewUpdateInput): Promise<Review> {
    const { review, shown } = await this.database.transaction((tx) => this.edit(tx, tenant, id, input));
    if (shown) await this.widgets.contentChanged(tenant);
    return toReview(review.payload);
  }

  /**
   * Deletes a review permanently; a later crawl does not bring it back. Throws 404 unless the sub account has a review
   * with this id.
   */
  async delete(tenant: Tenant, id: number): Promise<void> {
    const before = await this.database.transaction(async (tx) => {
      const review = await this.reviews.getForUpdate(tx, tenant.sub_account_id, id);
      await this.stored.delete(tx, [id], 'deleted');
      return review;
    });
    if (before.status === APPROVED) await this.widgets.contentChanged(tenant);
  }

  /** An update that changes nothing neither bumps the version nor publishes an event. */
  private async edit(tx: Tx, tenant: Tenant, id: number, input: ReviewUpdateInput): Promise<WrittenReview> {
    await this.edits.lock(tx, tenant, input);
    const before = await this.reviews.getForUpdate(tx, tenant.sub_account_id, id);
    const change = await this.edits.changeOf(tx, before, input);
    if (Object.keys(change).length === 0) {
      // An identical request may have committed a moment ago and not notified widgets yet.
      return { review: await this.reviews.getStored(tx, id), shown: true };
    }
    const [review] = (await this.stored.update(tx, [{ stored: before, change }])) as [StoredReview];
    return { review, shown: before.status === APPROVED || review.payload.status === 'approved' };
  }
}
