import { Injectable } from '@nestjs/common';
import { ApiError, MAX_TRANSLATION_MS, type TranslationGap, WIDGET_REVIEWS_PATH } from '@plaudit/contracts';
import { ServiceClient, type ServiceRequest, type ServiceResponse } from '@plaudit/runtime';

/** The path that a reviews service of the previous release knows, during an upgrade. */
const FORMER_PATH = '/public/v1/reviews/get';
const OK = 200;
const NOT_FOUND = 404;

/** The time of the translation, and as much as a list without one may take. */
const TRANSLATED = { timeoutMs: MAX_TRANSLATION_MS + 3_000, lane: 'translation' } as const;

/** Requests lists of reviews from the reviews service for callers who may read widgets. */
@Injectable()
export class WidgetReviewsClient {
  constructor(private readonly services: ServiceClient) {}

  /**
   * Returns the response to this query of GET /reviews/get as it arrived. Without a status, it lists approved reviews. If
   * there are too many translations under way, the reviews come without one. Throws 503 if the reviews service does not answer.
   */
  async list(given: Readonly<Record<string, string>>): Promise<ServiceResponse<string>> {
    const query = { ...given, status: given['status'] ?? 'approved' };
    if (!given['translate']) return this.request({ query });
    try {
      return await this.request({ query, ...TRANSLATED });
    } catch {
      // The ServiceClient has logged the error.
      const { status, body } = await this.request({ query: { ...query, translate: undefined } });
      return { status, body: status === OK ? untranslated(body) : body };
    }
  }

  private async request(options: Omit<ServiceRequest, 'path'>): Promise<ServiceResponse<string>> {
    const ask = (path: string): Promise<ServiceResponse<string>> =>
      this.services.request<string>('reviews', { path, ...options, raw: true });
    const response = await ask(WIDGET_REVIEWS_PATH);
    if (response.status !== NOT_FOUND) return response;
    const former = await ask(FORMER_PATH);
    if (former.status !== NOT_FOUND) return former;
    // A list is never missing.
    throw new ApiError('upstream_unavailable', 'The reviews service is not available; try again shortly.');
  }
}

/** Says of each review why it is not translated, as the reviews service does. */
function untranslated(body: string): string {
  const page = JSON.parse(body) as { items: { text: string }[] };
  const gap: TranslationGap = 'unavailable';
  const items = page.items.map((item) => ({ ...item, text_original: item.text, translation: gap }));
  return JSON.stringify({ ...page, items });
}
