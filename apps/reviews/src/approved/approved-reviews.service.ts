import { Injectable } from '@nestjs/common';
import type {
  ApprovedReview,
  ApprovedReviewsRequest,
  ApprovedReviewsResponse,
  ApprovedReviewsTranslation,
  Translation,
} from '@plaudit/contracts';
import { TranslationClient } from '../translation/translation.client';
import { ApprovedReviewsReadModel } from './approved-reviews.read-model';

/** Returns pages of approved reviews for widgets, translated on request. */
@Injectable()
export class ApprovedReviewsService {
  constructor(
    private readonly reviews: ApprovedReviewsReadModel,
    private readonly translator: TranslationClient,
  ) {}

  /**
   * Returns a page as Postgres built it, or with its texts translated. A text whose translation is not available comes as it is.
   *
   * @throws ApiError 503 `overloaded` for a search or filter while too many others are read.
   */
  async page(request: ApprovedReviewsRequest): Promise<string> {
    const json = await this.reviews.page(request);
    if (!request.translation) return json;
    const page = JSON.parse(json) as ApprovedReviewsResponse;
    return JSON.stringify({ ...page, items: await this.translated(page.items, request.translation) });
  }

  private async translated(
    items: readonly ApprovedReview[],
    { account_id: accountId, language, wait_ms: waitMs }: ApprovedReviewsTranslation,
  ): Promise<ApprovedReview[]> {
    const texts = items.map((item) => ({ text: item.text, language: item.language }));
    const { translations } = await this.translator.translate(language, texts, { accountId, waitMs });
    return items.map((item, index) => withTranslation(item, language, translations[index]));
  }
}

/** A text that is in the language already is no translation. */
function withTranslation(
  item: ApprovedReview,
  language: string,
  translation: Translation | undefined,
): ApprovedReview {
  if (translation?.gap !== null) return { ...item, translation: translation?.gap ?? 'failed' };
  if (translation.text === item.text) return item;
  return { ...item, text: translation.text, text_original: item.text, text_language: language };
}
