import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';
import { AiEnv } from '../ai.env';
import type { ReviewState } from '../reviews/review-copy';

/** The reviews service has no such review, or the caller's key lacks the scope `reviews:read`. */
const WITHHELD = [403, 404];

/** Asks the reviews service for reviews. */
@Injectable()
export class ReviewsClient {
  private readonly logger = new Logger(ReviewsClient.name);

  constructor(
    private readonly services: ServiceClient,
    private readonly env: AiEnv,
  ) {}

  /**
   * Returns the review, or null if the caller's sub account has none with this id, if the caller may not read reviews, and if
   * REVIEWS_URL is not set. Throws 503 if the reviews service does not answer within 2 seconds.
   */
  async find(reviewId: number): Promise<ReviewState | null> {
    if (!this.env.REVIEWS_URL) return null;
    const path = `/public/v1/reviews/get/${reviewId}`;
    const { status, body } = await this.services.request<ReviewState>('reviews', { path });
    if (status === 200) return body;
    if (WITHHELD.includes(status)) return null;
    this.logger.warn({ message: 'Got no review from the reviews service', review_id: reviewId, status });
    throw new ApiError('upstream_unavailable', 'The reviews service is not available; try again shortly.');
  }
}
