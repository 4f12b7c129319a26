import { Injectable } from '@nestjs/common';
import {
  ApiError,
  APPROVED_REVIEWS_PATH,
  type ApprovedReviewsRequest,
  type ApprovedReviewsResponse,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

const FAILED = 500;

/** Reads approved reviews from the reviews service, the only one that stores reviews. */
@Injectable()
export class ApprovedReviewsClient {
  constructor(private readonly services: ServiceClient) {}

  /**
   * @throws ApiError 400 `invalid_value` for a cursor that the reviews service refuses.
   * @throws ApiError 503 `upstream_unavailable` if the reviews service fails. It logs its own fault.
   */
  async find(request: ApprovedReviewsRequest): Promise<ApprovedReviewsResponse> {
    const { status, body } = await this.services.request<ApprovedReviewsResponse>('reviews', {
      method: 'POST',
      path: APPROVED_REVIEWS_PATH,
      body: request,
      lane: request.filters?.q ? 'public_search' : 'public',
    });
    if (status === 200) return body;
    // The cursor is the only part of the request that comes from the visitor, so a 400 means a bad cursor.
    if (status === 400) {
      throw new ApiError(
        'invalid_value',
        'cursor does not belong to this list. Leave it out to start at the first page.',
        { field: 'cursor' },
      );
    }
    if (status >= FAILED) {
      const msg = 'The reviews service is not available; try again shortly.';
      throw new ApiError('upstream_unavailable', msg);
    }
    throw new Error(`The reviews service responded with status ${status} to a request for approved reviews`);
  }
}
