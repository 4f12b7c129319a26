import { Injectable } from '@nestjs/common';
import { ApiError, MAX_TRANSLATION_MS, WIDGET_REVIEWS_PATH } from '@plaudit/contracts';
import { ServiceClient, type ServiceResponse } from '@plaudit/runtime';

/** The time of the translation, and as much as a list without one may take. */
const TRANSLATED = { timeoutMs: MAX_TRANSLATION_MS + 3_000, lane: 'translation' } as const;

/** Requests lists of reviews from the reviews service for callers who may read widgets. */
@Injectable()
export class WidgetReviewsClient {
  constructor(private readonly services: ServiceClient) {}

  /**
   * Returns the response to this query of GET /reviews/get as it arrived. Without a status, it lists approved reviews. Throws
   * 503 if the reviews service does not answer.
   */
  async list(query: Readonly<Record<string, string>>): Promise<ServiceResponse<string>> {
    const response = await this.services.request<string>('reviews', {
      path: WIDGET_REVIEWS_PATH,
      query: { ...query, status: query['status'] || 'approved' },
      raw: true,
      ...(query['translate'] ? TRANSLATED : {}),
    });
    if (response.status !== 404) return response;
    // A list is never missing. During an upgrade, a release that does not know the path may respond.
    throw new ApiError('upstream_unavailable', 'The reviews service is not available; try again shortly.');
  }
}
