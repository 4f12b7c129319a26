import { Injectable } from '@nestjs/common';
import type { Translation } from '@plaudit/contracts';
import { TranslationClient } from '../translation/translation.client';
import type { ReviewListRequest } from './review-filter';
import { ReviewListsReadModel } from './review-lists.read-model';

interface Item {
  text: string;
  language: string | null;
}

/** Body and header of the response to a list request. */
export interface ReviewPage {
  json: string;
  /** Name of the translation provider, or `none`; null unless a translation was requested. */
  provider: string | null;
}

/** Returns pages of reviews, translated on request. */
@Injectable()
export class ReviewListsService {
  constructor(
    private readonly reviews: ReviewListsReadModel,
    private readonly translator: TranslationClient,
  ) {}

  /**
   * Returns a page as Postgres built it, or with its texts translated. If a translation is not available, the page comes
   * without it.
   */
  async page(subAccountId: number, request: ReviewListRequest): Promise<ReviewPage> {
    const json = await this.reviews.page(subAccountId, request);
    const { translate: language } = request;
    if (language === null) return { json, provider: null };
    const page = JSON.parse(json) as { items: Item[] };
    const texts = page.items.map(({ text, language: from }) => ({ text, language: from }));
    const { provider, translations } = await this.translator.translate(language, texts);
    const items = page.items.map((item, index) => translated(item, language, translations[index]));
    return { json: JSON.stringify({ ...page, items }), provider: provider ?? 'none' };
  }
}

/** Without a translation, the item keeps its text and says why. */
function translated(item: Item, language: string, translation: Translation | undefined): object {
  const original = { ...item, text_original: item.text };
  return translation?.gap === null
    ? { ...original, text: translation.text, text_language: language }
    : { ...original, translation: translation?.gap ?? 'failed' };
}
