import { Injectable } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { ChannelReviewsReadModel } from '../reviews/channel-reviews.read-model';
import { type KnownReview, knownReview } from './known-review';
import { ReviewsClient } from './reviews.client';

/** Finds the review that a request names. */
@Injectable()
export class OwnedReviewsService {
  constructor(
    private readonly reviews: ChannelReviewsReadModel,
    private readonly owner: ReviewsClient,
  ) {}

  /**
   * Returns the review if it belongs to the caller's sub account. Asks its owner about one that no event has told of, because it may
   * have been added a moment ago. Throws 404 if it does not exist or the caller may not read it, and 503 if the owner does not
   * answer.
   */
  async get(reviewId: number, { sub_account_id }: Tenant): Promise<KnownReview> {
    const copied = await this.reviews.one(sub_account_id, reviewId);
    if (copied) return copied;
    // Its event may arrive between the two statements.
    const isCopied = await this.reviews.isCopied(reviewId);
    const review = await (isCopied ? this.reviews.one(sub_account_id, reviewId) : this.ask(reviewId));
    if (!review) throw unknownReview(reviewId);
    return review;
  }

  private async ask(reviewId: number): Promise<KnownReview | null> {
    const review = await this.owner.find(reviewId);
    return review && knownReview(review);
  }
}

/** Has the same message in every case, so that it tells nobody which ids others have. */
function unknownReview(id: number): ApiError {
  const msg = `No review with id ${id} belongs to this sub account. If it was added a moment ago, try again shortly.`;
  return new ApiError('not_found', msg);
}
