import { Injectable } from '@nestjs/common';
import {
  ApiError,
  SHOWN_REVIEWS_PATH,
  type ShownReviewsRequest,
  type ShownReviewsResponse,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** Asks the reviews service which reviews widgets would show. */
@Injectable()
export class ShownReviewsClient {
  constructor(private readonly services: ServiceClient) {}

  /** @throws ApiError 503 `upstream_unavailable` if the reviews service does not answer. */
  async find(body: ShownReviewsRequest): Promise<ShownReviewsResponse> {
    const response = await this.services.request<ShownReviewsResponse>('reviews', {
      method: 'POST',
      path: SHOWN_REVIEWS_PATH,
      body,
    });
    if (response.status === 200) return response.body;
    throw new ApiError('upstream_unavailable', 'The reviews service is not available; try again shortly.');
  }
}
