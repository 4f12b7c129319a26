import { Injectable } from '@nestjs/common';
import type { Review, Tenant } from '@plaudit/contracts';
import { Database, type Tx } from '@plaudit/database';
import { ReviewEditsService } from './review-edits.service';
import type { StoredReview } from './review-rows';
import { type ReviewUpdateInput, toReview } from './reviews.dto';
import { ReviewsRepository } from './reviews.repository';
import { StoredReviewsService } from './stored-reviews.service';

/** Updates and deletes single reviews for clients of the API. */
@Injectable()
export class ReviewsService {
  constructor(
    private readonly database: Database,
    private readonly reviews: ReviewsRepository,
    private readonly stored: StoredReviewsService,
    private readonly edits: ReviewEditsService,
  ) {}

  /** Returns the review as it is now. Throws 404 unless the sub account has a review with this id. */
  async update(tenant: Tenant, id: number, input: ReviewUpdateInput): Promise<Review> {
    const review = await this.database.transaction((tx) => this.edit(tx, tenant, id, input));
    return toReview(review.payload);
  }

  /**
   * Deletes a review permanently; a later crawl does not bring it back. Throws 404 unless the sub account has a review
   * with this id.
   */
  async delete(tenant: Tenant, id: number): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.reviews.getForUpdate(tx, tenant.sub_account_id, id);
      await this.stored.delete(tx, [id], 'deleted');
    });
  }

  /** An update that changes nothing neither bumps the version nor publishes an event. */
  private async edit(tx: Tx, tenant: Tenant, id: number, input: ReviewUpdateInput): Promise<StoredReview> {
    await this.edits.lock(tx, tenant, input);
    const before = await this.reviews.getForUpdate(tx, tenant.sub_account_id, id);
    const change = await this.edits.changeOf(tx, before, input);
    if (Object.keys(change).length === 0) return this.reviews.getStored(tx, id);
    const [review] = (await this.stored.update(tx, [{ stored: before, change }])) as [StoredReview];
    return review;
  }
}
