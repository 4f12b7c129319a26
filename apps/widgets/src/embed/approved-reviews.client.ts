import { Injectable } from '@nestjs/common';
import {
  ApiError,
  APPROVED_REVIEWS_PATH,
  type ApprovedReviewsRequest,
  type ApprovedReviewsResponse,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** Reads approved reviews from the reviews service, the only one that stores reviews. */
@Injectable()
export class ApprovedReviewsClient {
  constructor(private readonly services: ServiceClient) {}

  /** Throws 400 `invalid_value` for a cursor that reviews does not accept. */
  async find(request: ApprovedReviewsRequest): Promise<ApprovedReviewsResponse> {
    const { status, body } = await this.services.request<ApprovedReviewsResponse>('reviews', {
      method: 'POST',
      path: APPROVED_REVIEWS_PATH,
      body: request,
    });
    if (status === 200) return body;
    // Only the cursor comes from the visitor, so a 400 is about the cursor.
    if (status === 400) {
      throw new ApiError('invalid_value', 'cursor is not one of this list; start again without it.', {
        field: 'cursor',
      });
    }
    throw new Error(`reviews answered ${status} to a request for approved reviews`);
  }
}
