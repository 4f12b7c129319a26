import { Injectable } from '@nestjs/common';
import type {
  ApprovedReviewOrder,
  ApprovedReviewsResponse,
  ApprovedReviewsTranslation,
  ReviewFigures,
  WidgetSummary,
} from '@plaudit/contracts';
import { publicPagesUrl } from '@plaudit/runtime';
import { type FoundSummary, NO_SUMMARY } from '../ai-summaries/ai-summaries.client';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { type ChannelCopy, shownChannels } from '../channels/channel-copy';
import type { EmbedTarget } from '../embed/embed-target.read-model';
import { type Language, stringsOf } from '../i18n/locale';
import { sizeOf } from '../images/image-size';
import { type ImageCollection, ImagesService } from '../images/images.service';
import type { Settings } from '../settings/settings';
import { readSettings } from '../settings/change-settings';
import type { WidgetType } from '../settings/widget-types';
import { widgetCss } from '../styles/widget-css';
import { WidgetsEnv } from '../widgets.env';
import { ApprovedReviewsClient } from './approved-reviews.client';
import { PublicIdsService } from './public-ids.service';
import { pageDisclosureOf } from './disclosure';
import type { PublicDisclosure, PublicReviewPage, PublicWidget } from './public-widget';
import { type BasisRating, ratingsOfBases, ratingSummary } from './rating-summary';
import { marksOf, renderReviews, renderWidget, type RenderInput } from './render-widget';
import { NO_VISITOR_FILTERS, type PageRequest, reviewFilters, type VisitorFilters } from './review-filters';
import { translationTarget } from './translation-target';

/** What a widget shows. It is complete unless a translation or the AI summary is missing that may arrive later. */
export interface Drawn<T> {
  content: T;
  isComplete: boolean;
}

/** What a widget is drawn from. It need not be stored. */
export type WidgetToDraw = Pick<EmbedTarget, 'account_id' | 'sub_account_id' | 'key' | 'type' | 'settings'>;

interface WidgetContent {
  target: WidgetToDraw;
  language: Language;
  reviews: ApprovedReviewsResponse;
  channels: readonly ChannelCopy[];
  aiSummary?: WidgetSummary | null;
}

interface FirstPage {
  reviews: ApprovedReviewsResponse;
  /** All channels of the sub account, and those that the widget shows. */
  channels: readonly ChannelCopy[];
  shown: readonly ChannelCopy[];
}

interface ReadPage {
  page: PublicReviewPage;
  selected: ApprovedReviewsResponse;
  settings: Settings;
  shown: readonly ChannelCopy[];
}

interface Selection {
  visitor: VisitorFilters;
  sort: ApprovedReviewOrder;
  limit: number;
  after: string | null;
}

/** A visitor waits no longer for translations. Those of a page that was shown before are stored and need no time. */
const MAX_TRANSLATION_WAIT_MS = 1_000;

const NO_FIGURES: ReviewFigures = {
  count: 0,
  average: null,
  distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
};
const NO_REVIEWS: ApprovedReviewsResponse = {
  items: [],
  count: 0,
  next: null,
  summary: { approved: NO_FIGURES, collected: NO_FIGURES },
};

/** Builds the public form of a widget from its settings, the channel copies and the reviews service. */
@Injectable()
export class PublicWidgetService {
  constructor(
    private readonly reviews: ApprovedReviewsClient,
    private readonly channels: ChannelCopiesRepository,
    private readonly ids: PublicIdsService,
    private readonly images: ImagesService,
    private readonly env: WidgetsEnv,
  ) {}

  async widget(
    target: WidgetToDraw,
    language: Language,
    aiSummary: FoundSummary = NO_SUMMARY,
  ): Promise<Drawn<PublicWidget>> {
    const { reviews, channels } = await this.readFirstPage(target);
    const { summary, isKnown } = aiSummary;
    const content = await this.widgetOf({ target, language, reviews, channels, aiSummary: summary });
    return { content, isComplete: isComplete(reviews) && isKnown };
  }

  /** Returns the widget, and what each basis of its rating would yield. */
  async preview(
    target: WidgetToDraw,
    language: Language,
    aiSummary: WidgetSummary | null,
  ): Promise<{ widget: PublicWidget; ratings: BasisRating[] }> {
    const { reviews, channels, shown } = await this.readFirstPage(target);
    const widget = await this.widgetOf({ target, language, reviews, channels, aiSummary });
    return { widget, ratings: ratingsOfBases(shown, reviews) };
  }

  /** Returns what each basis of the widget's rating would yield. */
  async ratings(target: WidgetToDraw): Promise<BasisRating[]> {
    const { reviews, shown } = await this.readFirstPage(target);
    return ratingsOfBases(shown, reviews);
  }

  private async readFirstPage(target: WidgetToDraw): Promise<FirstPage> {
    const settings = readSettings(target.type, target.settings);
    const { sort, limit } = settings.source;
    const channels = await this.channels.list(target);
    const selection = { visitor: NO_VISITOR_FILTERS, sort, limit, after: null };
    const reviews = await this.select(target, settings, channels, selection);
    return { reviews, channels, shown: shownChannels(settings.source, channels) };
  }

  /** Returns the widget with these reviews, whatever its settings select. */
  async widgetOf(content: WidgetContent): Promise<PublicWidget> {
    const { target, language, reviews, channels, aiSummary } = content;
    const settings = readSettings(target.type, target.settings);
    const images = this.images.collect(target.account_id);
    const widget = renderWidget({
      key: target.key,
      type: target.type,
      settings,
      language,
      reviews,
      channels: shownChannels(settings.source, channels),
      aiSummary,
      css: widgetCss(target.type, settings),
      pagesUrl: publicPagesUrl(this.env),
      next: this.sealNext(target, settings.source.sort, reviews),
      naming: this.naming(images, target.type, settings),
    });
    await images.save();
    return widget;
  }

  /** @throws ApiError 400 for a cursor of another widget. */
  async page(target: EmbedTarget, request: PageRequest): Promise<Drawn<PublicReviewPage>> {
    const { page, selected } = await this.readPage(target, request);
    return { content: page, isComplete: isComplete(selected) };
  }

  /**
   * Returns a page of reviews for the hosted page, with the sentence about all of them.
   *
   * @throws ApiError 400 for a cursor of another widget.
   */
  async hostedPage(
    target: EmbedTarget,
    language: Language,
    request: PageRequest,
  ): Promise<Drawn<PublicReviewPage & { disclosure: PublicDisclosure | null }>> {
    const { page, selected, settings, shown } = await this.readPage(target, request);
    const disclosure = pageDisclosureOf({
      type: target.type,
      settings,
      summary: ratingSummary(settings.header.rating_basis, shown, selected),
      strings: stringsOf(language, settings.i18n.strings),
    });
    return { content: { ...page, disclosure }, isComplete: isComplete(selected) };
  }

  private async readPage(target: EmbedTarget, request: PageRequest): Promise<ReadPage> {
    const settings = readSettings(target.type, target.settings);
    const position = request.cursor === null ? null : this.ids.openCursor(target.key, request.cursor);
    const sort = position?.sort ?? request.sort ?? settings.source.sort;
    const limit = request.limit ?? settings.behavior.page_size;
    const selection = { visitor: request, sort, limit, after: position?.after ?? null };
    const channels = await this.channels.list(target);
    const selected = await this.select(target, settings, channels, selection);
    const images = this.images.collect(target.account_id);
    const shown = shownChannels(settings.source, channels);
    const reviews = renderReviews(selected.items, settings, {
      ...this.naming(images, target.type, settings),
      markOf: marksOf(shown),
    });
    await images.save();
    const next = this.sealNext(target, sort, selected);
    return { page: { reviews, count: selected.count, next }, selected, settings, shown };
  }

  private naming(images: ImageCollection, type: WidgetType, settings: Settings): RenderInput['naming'] {
    return {
      publicId: (id) => this.ids.review(id),
      imageUrl: (url, use) => images.publicUrl(url, sizeOf(use, type, settings)),
    };
  }

  private async select(
    target: WidgetToDraw,
    settings: Settings,
    channels: readonly ChannelCopy[],
    { visitor, sort, limit, after }: Selection,
  ): Promise<ApprovedReviewsResponse> {
    const filters = reviewFilters(settings.source, channels, visitor);
    if (filters === null) return NO_REVIEWS;
    const { sub_account_id } = target;
    const translation = translationOf(target, settings, visitor);
    return this.reviews.find({ sub_account_id, filters, sort, limit, after, translation });
  }

  private sealNext(
    target: WidgetToDraw,
    sort: ApprovedReviewOrder,
    { next, items }: ApprovedReviewsResponse,
  ): string | null {
    return next === null || items.length === 0
      ? null
      : this.ids.sealCursor(target.key, { sort, after: next });
  }
}

/** Only translations that are stored belong to a search, because few searches may run at once. */
function translationOf(
  { account_id }: WidgetToDraw,
  { source }: Settings,
  { q }: VisitorFilters,
): ApprovedReviewsTranslation | undefined {
  const language = translationTarget(source.translate_to);
  if (language === null) return undefined;
  return { account_id, language, wait_ms: q === '' ? MAX_TRANSLATION_WAIT_MS : 0 };
}

function isComplete({ items }: ApprovedReviewsResponse): boolean {
  return items.every(({ translation }) => translation === undefined);
}
