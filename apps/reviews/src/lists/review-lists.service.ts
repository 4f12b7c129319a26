import { Injectable } from '@nestjs/common';
import type { Translation } from '@plaudit/contracts';
import { TranslationClient } from '../translation/translation.client';
import type { ReviewListRequest } from './review-filter';
import { ReviewsReadModel } from './reviews.read-model';

interface Item {
  text: string;
  language: string | null;
}

/** Body and header of an answered list. */
export interface ReviewPage {
  json: string;
  /** Who translated, `none` for nobody; null where no translation was asked for. */
  provider: string | null;
}

/** A page as clients get it: as Postgres wrote it, or with its texts translated. */
@Injectable()
export class ReviewLists {
  constructor(
    private readonly reviews: ReviewsReadModel,
    private readonly translator: TranslationClient,
  ) {}

  /** Never fails for want of a translation. */
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

/** Without a translation the text stays as it is, not labelled as what it is not. */
function translated(item: Item, language: string, translation: Translation | undefined): object {
  const original = { ...item, text_original: item.text };
  return translation?.gap === null
    ? { ...original, text: translation.text, text_language: language }
    : { ...original, translation: translation?.gap ?? 'failed' };
}
