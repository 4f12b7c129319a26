import { Injectable } from '@nestjs/common';
import {
  MAX_SHOWING_WIDGETS,
  notFound,
  type ShownReviewsResponse,
  type ShownReviewsSelection,
  type Tenant,
} from '@plaudit/contracts';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import type { ChannelCopy } from '../channels/channel-copy';
import { NO_VISITOR_FILTERS, reviewFilters } from '../public-json/review-filters';
import { readSettings } from '../settings/change-settings';
import type { Widget } from '../widgets/widget';
import { WidgetsRepository } from '../widgets/widgets.repository';
import type { ShowingWidgetResponse, WidgetCountResponse } from './showing.responses';
import { ShownReviewsClient } from './shown-reviews.client';
import { visibleReviews } from '../settings/visible-reviews';

/** A widget shows only a rating, can accept no review, or has a selection. */
type Selected = { widget: Widget; selection: ShownReviewsSelection | 'rating_only' | 'filtered' };

type Answer = ShownReviewsResponse['selections'][number];
const NOTHING: Answer = { matching: [], shown: [] };

interface Answered {
  reviews: ShownReviewsResponse['reviews'];
  widgets: (Selected & { answer: Answer })[];
}

/** Answers which widgets of a sub account show reviews, or would show them after their approval. */
@Injectable()
export class ShowingService {
  constructor(
    private readonly widgets: WidgetsRepository,
    private readonly channels: ChannelCopiesRepository,
    private readonly reviews: ShownReviewsClient,
  ) {}

  /** @throws ApiError 404 if the sub account has no review with this id. */
  async ofReview(tenant: Tenant, reviewId: number): Promise<ShowingWidgetResponse[]> {
    const { reviews, widgets } = await this.ask(tenant, [reviewId]);
    const [review] = reviews;
    if (!review) throw notFound('review', reviewId);
    return widgets.map(({ widget: { id, name, type }, selection, answer }) => {
      const why = reasonOf(selection, answer);
      const shows = why !== null ? 'never' : review.approved ? 'now' : 'if_approved';
      return { id, name, type, shows, why };
    });
  }

  /** Returns for each widget how many of the reviews it would show. Unknown reviews do not count. */
  async ofReviews(tenant: Tenant, reviewIds: readonly number[]): Promise<WidgetCountResponse[]> {
    const { widgets } = await this.ask(tenant, [...new Set(reviewIds)]);
    return widgets.map(({ widget: { id, name, type }, answer }) => ({
      id,
      name,
      type,
      shown: answer.shown.length,
    }));
  }

  /** Widgets that select the same reviews share a selection. */
  private async ask(tenant: Tenant, review_ids: number[]): Promise<Answered> {
    const [active, channels] = await Promise.all([
      this.widgets.active(tenant, MAX_SHOWING_WIDGETS),
      this.channels.list(tenant),
    ]);
    const selected = active.map((widget): Selected => ({ widget, selection: selectionOf(widget, channels) }));
    const different = new Map<string, ShownReviewsSelection>();
    for (const { selection } of selected)
      if (typeof selection === 'object') different.set(JSON.stringify(selection), selection);
    const places = [...different.keys()];
    const { reviews, selections } = await this.reviews.find({
      review_ids,
      selections: [...different.values()],
    });
    const answerOf = ({ selection }: Selected): Answer =>
      selections[places.indexOf(JSON.stringify(selection))] ?? NOTHING;
    return { reviews, widgets: selected.map((one) => ({ ...one, answer: answerOf(one) })) };
  }
}

function selectionOf(widget: Widget, channels: readonly ChannelCopy[]): Selected['selection'] {
  const settings = readSettings(widget.type, widget.settings);
  const visible = visibleReviews(widget.type, settings);
  if (visible === 'none') return 'rating_only';
  const filters = reviewFilters(settings.source, channels, NO_VISITOR_FILTERS);
  if (filters === null) return 'filtered';
  return { filters, sort: settings.source.sort, limit: visible === 'all' ? null : visible };
}

/** Returns why a widget does not show the only review of the question. Returns null if it does. */
function reasonOf(
  selection: Selected['selection'],
  { matching, shown }: Answer,
): ShowingWidgetResponse['why'] {
  if (typeof selection === 'string') return selection;
  if (matching.length === 0) return 'filtered';
  return shown.length === 0 ? 'limit' : null;
}
