import { Injectable } from '@nestjs/common';
import { ChannelCopiesRepository } from '../channels/channel-copies.repository';
import type { RequestedWidget } from '../embed/requested-widgets.service';
import { ApprovedReviewsClient } from '../public-json/approved-reviews.client';
import { PublicIdsService } from '../public-json/public-ids.service';
import { NO_VISITOR_FILTERS, reviewFilters } from '../public-json/review-filters';
import type { OwnReviews } from './json-ld';

/** As many as one request can return. The page shows fewer. */
const MAX_LISTED = 50;

/** Reads which reviews of a widget were written for this business and not on a platform. */
@Injectable()
export class OwnReviewsService {
  constructor(
    private readonly reviews: ApprovedReviewsClient,
    private readonly channels: ChannelCopiesRepository,
    private readonly ids: PublicIdsService,
  ) {}

  /** Returns the figures of all of them, and the first ones in the widget's order. Returns null if the widget shows channels only. */
  async find({ target, settings: { source } }: RequestedWidget): Promise<OwnReviews | null> {
    const filters = reviewFilters(source, await this.channels.list(target), NO_VISITOR_FILTERS);
    if (filters === null || (filters.channels && !filters.sources)) return null;
    const { items, summary } = await this.reviews.find({
      sub_account_id: target.sub_account_id,
      filters: { ...filters, channels: null, own: true },
      sort: source.sort,
      limit: MAX_LISTED,
    });
    return { figures: summary.approved, ids: new Set(items.map(({ id }) => this.ids.review(id))) };
  }
}
