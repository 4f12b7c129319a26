import { Injectable, Logger } from '@nestjs/common';
import { ApiError, type Review } from '@plaudit/contracts';
import { ServiceClient, type ServiceResponse, warnOfFailure } from '@plaudit/runtime';
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
    const { status, body } = await this.request<ReviewState>(reviewId);
    if (status === 200) return body;
    if (WITHHELD.includes(status)) return null;
    this.logger.warn({ message: 'Got no review from the reviews service', review_id: reviewId, status });
    throw new ApiError('upstream_unavailable', 'The reviews service is not available; try again shortly.');
  }

  /**
   * Returns the name of the author as the platform shows it, which this service does not keep. Null if it cannot be read, because no
   * draft should fail for it.
   */
  async findAuthor(reviewId: number): Promise<string | null> {
    if (!this.env.REVIEWS_URL) return null;
    try {
      const { status, body } = await this.request<Pick<Review, 'from_name'>>(reviewId);
      return status === 200 ? (body.from_name ?? null) : null;
    } catch (error) {
      warnOfFailure(this.logger, 'Got no author from the reviews service', error);
      return null;
    }
  }

  private request<Body>(reviewId: number): Promise<ServiceResponse<Body>> {
    return this.services.request<Body>('reviews', { path: `/public/v1/reviews/get/${reviewId}` });
  }
}
