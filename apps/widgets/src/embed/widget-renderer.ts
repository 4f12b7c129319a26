import {
  type ApprovedReviewsResponse,
  type ReviewFigures,
  type ApprovedReviewOrder,
} from '@plaudit/contracts';
import { Injectable } from '@nestjs/common';
import { type ImageCollection, PublicImages } from '../images/public-images';
import { WidgetsEnv } from '../widgets.env';
import { reviewSubject } from '../widgets/review-subject';
import type { Settings } from '../widgets/settings';
import { readSettings } from '../widgets/settings-rules';
import { ApprovedReviewsClient } from './approved-reviews.client';
import { ChannelCopiesRepository } from './channel-copies.repository';
import type { ChannelCopy } from './channel-copy';
import type { EmbedTarget } from './embed-target.read-model';
import { hostedPage } from './hosted-page';
import { type Language, stringsOf } from './locale';
import { PublicNames } from './public-names';
import type { PublicReviewPage, PublicWidget, VisitorSort } from './public-widget';
import { renderReviews, renderWidget, type RenderInput } from './render-widget';
import { NO_VISITOR_FILTERS, reviewFilters, shownChannels, type VisitorFilters } from './review-filters';

export interface PageQuery extends VisitorFilters {
  sort: VisitorSort | null;
  limit: number | null;
  cursor: string | null;
}

interface Selection {
  visitor: VisitorFilters;
  sort: ApprovedReviewOrder;
  limit: number;
  after: string | null;
}

/** The reviews a page without JavaScript shows when the widget itself shows none (a badge, a summary). */
const HOSTED_PAGE_SIZE = 20;

const NONE: ReviewFigures = {
  count: 0,
  average: null,
  distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 0 },
};
const NOTHING: ApprovedReviewsResponse = {
  items: [],
  count: 0,
  next: null,
  summary: { approved: NONE, collected: NONE },
};

/** Makes the public form of a widget from its settings, the channels' copies and what reviews answers. */
@Injectable()
export class WidgetRenderer {
  constructor(
    private readonly reviews: ApprovedReviewsClient,
    private readonly channels: ChannelCopiesRepository,
    private readonly names: PublicNames,
    private readonly images: PublicImages,
    private readonly env: WidgetsEnv,
  ) {}

  async widget(target: EmbedTarget, language: Language): Promise<PublicWidget> {
    const settings = readSettings(target.type, target.settings);
    const { sort, limit } = settings.source;
    const channels = await this.channels.list(target);
    const selection = { visitor: NO_VISITOR_FILTERS, sort, limit, after: null };
    const answer = await this.select(target, settings, channels, selection);
    const images = this.images.collect();
    const widget = renderWidget({
      key: target.key,
      type: target.type,
      settings,
      language,
      answer,
      channels: shownChannels(settings.source, channels),
      publicUrl: this.env.PUBLIC_URL,
      next: this.sealNext(target, sort, answer),
      naming: this.naming(images),
    });
    await images.save();
    return widget;
  }

  async page(target: EmbedTarget, query: PageQuery): Promise<PublicReviewPage> {
    const settings = readSettings(target.type, target.settings);
    const position = query.cursor === null ? null : this.names.openCursor(target.key, query.cursor);
    const sort = position?.sort ?? query.sort ?? settings.source.sort;
    const limit = query.limit ?? settings.behavior.page_size;
    const selection = { visitor: query, sort, limit, after: position?.after ?? null };
    const answer = await this.select(target, settings, await this.channels.list(target), selection);
    const images = this.images.collect();
    const reviews = renderReviews(answer.items, settings, this.naming(images));
    await images.save();
    return {
      reviews,
      count: answer.count,
      next: this.sealNext(target, sort, answer),
    };
  }

  async hostedPage(target: EmbedTarget, widget: PublicWidget, language: Language): Promise<string> {
    const settings = readSettings(target.type, target.settings);
    const limit = widget.reviews.length || HOSTED_PAGE_SIZE;
    const page = await this.page(target, { ...NO_VISITOR_FILTERS, sort: null, cursor: null, limit });
    const strings = stringsOf(language, settings.i18n.strings);
    const channels = shownChannels(settings.source, await this.channels.list(target));
    const name = reviewSubject(settings, channels);
    return hostedPage({
      widget,
      reviews: page.reviews,
      title: name ? strings('reviews_of', { name }) : strings('reviews_heading'),
      scriptUrl: '/embed/v1/rv.js',
      strings,
    });
  }

  private naming(images: ImageCollection): RenderInput['naming'] {
    return { nameOf: (id) => this.names.review(id), imageOf: (url, width) => images.address(url, width) };
  }

  private async select(
    target: EmbedTarget,
    settings: Settings,
    channels: readonly ChannelCopy[],
    { visitor, sort, limit, after }: Selection,
  ): Promise<ApprovedReviewsResponse> {
    const filters = reviewFilters(settings.source, channels, visitor);
    if (filters === null) return NOTHING;
    const { sub_account_id } = target;
    return this.reviews.find({ sub_account_id, filters, sort, limit, after });
  }

  private sealNext(
    target: EmbedTarget,
    sort: ApprovedReviewOrder,
    { next, items }: ApprovedReviewsResponse,
  ): string | null {
    return next === null || items.length === 0
      ? null
      : this.names.sealCursor(target.key, { sort, after: next });
  }
}
