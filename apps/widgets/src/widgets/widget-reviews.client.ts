import { Injectable } from '@nestjs/common';
import { MAX_TRANSLATION_MS, WIDGET_REVIEWS_PATH } from '@plaudit/contracts';
import { ServiceClient, type ServiceResponse } from '@plaudit/runtime';

/** The path that a reviews service of the previous release knows, during an upgrade. */
const FORMER_PATH = '/public/v1/reviews/get';
const NOT_FOUND = 404;

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
    const request = {
      query: { ...query, status: query['status'] || 'approved' },
      raw: true,
      ...(query['translate'] ? TRANSLATED : {}),
    };
    const response = await this.services.request<string>('reviews', {
      path: WIDGET_REVIEWS_PATH,
      ...request,
    });
    if (response.status !== NOT_FOUND) return response;
    return this.services.request<string>('reviews', { path: FORMER_PATH, ...request });
  }
}
