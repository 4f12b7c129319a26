import { Injectable } from '@nestjs/common';
import {
  ApiError,
  APPROVED_REVIEWS_PATH,
  type ApprovedReviewsRequest,
  type ApprovedReviewsResponse,
  ERROR_STATUS,
} from '@plaudit/contracts';
import { ServiceClient, type ServiceRequest } from '@plaudit/runtime';

const FAILED = 500;
/** What a page may take without the wait for its translations. */
const PAGE_MS = 2_000;

/** Reads approved reviews from the reviews service, the only one that stores reviews. */
@Injectable()
export class ApprovedReviewsClient {
  constructor(private readonly services: ServiceClient) {}

  /**
   * Returns a page. While too many visitors wait for translations, or they take too long, its texts come without.
   *
   * @throws ApiError 400 `invalid_value` for a cursor that the reviews service refuses.
   * @throws ApiError 503 `upstream_unavailable` if the reviews service fails. It logs its own fault.
   */
  async find(request: ApprovedReviewsRequest): Promise<ApprovedReviewsResponse> {
    if (request.filters?.q) return this.ask(request, { lane: 'public_search' });
    if (!request.translation) return this.ask(request, { lane: 'public' });
    try {
      const timeoutMs = PAGE_MS + request.translation.wait_ms;
      return await this.ask(request, { lane: 'public_translation', timeoutMs });
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      return untranslated(await this.ask({ ...request, translation: undefined }, { lane: 'public' }));
    }
  }

  private async ask(
    request: ApprovedReviewsRequest,
    sending: Pick<ServiceRequest, 'lane' | 'timeoutMs'>,
  ): Promise<ApprovedReviewsResponse> {
    const { status, body } = await this.services.request<ApprovedReviewsResponse>('reviews', {
      method: 'POST',
      path: APPROVED_REVIEWS_PATH,
      body: request,
      ...sending,
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

function isUnavailable(error: unknown): boolean {
  return error instanceof ApiError && error.status === ERROR_STATUS.upstream_unavailable;
}

function untranslated(page: ApprovedReviewsResponse): ApprovedReviewsResponse {
  return { ...page, items: page.items.map((item) => ({ ...item, translation: 'unavailable' })) };
}
