import { Injectable } from '@nestjs/common';
import type {
  ApprovedReviewOrder,
  ApprovedReviewsResponse,
  ApprovedReviewsTranslation,
  ReviewFigures,
} from '@plaudit/contracts';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import { type ChannelCopy, reviewSubject, shownChannels } from '../channels/channel-copy';
import type { EmbedTarget } from '../embed/embed-target.read-model';
import { hostedPage } from '../hosted-page/hosted-page';
import { type Language, stringsOf } from '../i18n/locale';
import { type ImageCollection, ImagesService } from '../images/images.service';
import type { Settings } from '../settings/settings';
import { readSettings } from '../settings/change-settings';
import { WidgetsEnv } from '../widgets.env';
import { ApprovedReviewsClient } from './approved-reviews.client';
import { PublicIdsService } from './public-ids.service';
import type { PublicReviewPage, PublicWidget } from './public-widget';
import { renderReviews, renderWidget, type RenderInput } from './render-widget';
import { NO_VISITOR_FILTERS, type PageRequest, reviewFilters, type VisitorFilters } from './review-filters';
import { translationTarget } from './translation-target';

/** What a widget shows. It is complete unless a text that should be translated is not translated yet. */
export interface Drawn<T> {
  content: T;
  isComplete: boolean;
}

interface Selection {
  visitor: VisitorFilters;
  sort: ApprovedReviewOrder;
  limit: number;
  after: string | null;
}

/** A visitor waits no longer for translations. Those of a page that was shown before are stored and need no time. */
const MAX_TRANSLATION_WAIT_MS = 1_000;

/** The number of reviews on the hosted page of a widget that lists none itself, such as a badge. */
const HOSTED_PAGE_SIZE = 20;

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

  async widget(target: EmbedTarget, language: Language): Promise<Drawn<PublicWidget>> {
    const settings = readSettings(target.type, target.settings);
    const { sort, limit } = settings.source;
    const channels = await this.channels.list(target);
    const selection = { visitor: NO_VISITOR_FILTERS, sort, limit, after: null };
    const reviews = await this.select(target, settings, channels, selection);
    const images = this.images.collect();
    const widget = renderWidget({
      key: target.key,
      type: target.type,
      settings,
      language,
      reviews,
      channels: shownChannels(settings.source, channels),
      publicUrl: this.env.PUBLIC_URL,
      next: this.sealNext(target, sort, reviews),
      naming: this.naming(images),
    });
    await images.save();
    return { content: widget, isComplete: isComplete(reviews) };
  }

  /** @throws ApiError 400 for a cursor of another widget. */
  async page(target: EmbedTarget, request: PageRequest): Promise<Drawn<PublicReviewPage>> {
    const settings = readSettings(target.type, target.settings);
    const position = request.cursor === null ? null : this.ids.openCursor(target.key, request.cursor);
    const sort = position?.sort ?? request.sort ?? settings.source.sort;
    const limit = request.limit ?? settings.behavior.page_size;
    const selection = { visitor: request, sort, limit, after: position?.after ?? null };
    const selected = await this.select(target, settings, await this.channels.list(target), selection);
    const images = this.images.collect();
    const reviews = renderReviews(selected.items, settings, this.naming(images));
    await images.save();
    const next = this.sealNext(target, sort, selected);
    return { content: { reviews, count: selected.count, next }, isComplete: isComplete(selected) };
  }

  async hostedPage(target: EmbedTarget, widget: PublicWidget, language: Language): Promise<Drawn<string>> {
    const settings = readSettings(target.type, target.settings);
    const limit = widget.reviews.length || HOSTED_PAGE_SIZE;
    const page = await this.page(target, { ...NO_VISITOR_FILTERS, sort: null, cursor: null, limit });
    const strings = stringsOf(language, settings.i18n.strings);
    const channels = shownChannels(settings.source, await this.channels.list(target));
    const name = reviewSubject(settings, channels);
    const content = hostedPage({
      widget,
      reviews: page.content.reviews,
      title: name ? strings('reviews_of', { name }) : strings('reviews_heading'),
      scriptUrl: '/embed/v1/rv.js',
      strings,
    });
    return { content, isComplete: page.isComplete };
  }

  private naming(images: ImageCollection): RenderInput['naming'] {
    return {
      publicId: (id) => this.ids.review(id),
      imageUrl: (url, width) => images.publicUrl(url, width),
    };
  }

  private async select(
    target: EmbedTarget,
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
    target: EmbedTarget,
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
  { account_id }: EmbedTarget,
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
