import { Injectable } from '@nestjs/common';
import { ApiError, type ReviewPayload } from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';
import type { Sort } from '../widgets/settings';

/** What `reviews` understands; everything left out does not narrow. */
export interface ReviewFilters {
  channels?: number[];
  sources?: number[];
  tags?: number[];
  exclude_tags?: number[];
  ratings?: number[];
  min_rating?: number;
  max_rating?: number;
  languages?: string[];
  platforms?: string[];
  keyword?: string;
  /** The visitor's search, beside the widget's own keyword. */
  q?: string;
  exclude_keywords?: string[];
  since?: string;
  until?: string;
  require_text?: boolean;
  require_media?: boolean;
  require_avatar?: boolean;
  one_per_author?: boolean;
  pinned_ids?: number[];
}

export interface ApprovedQuestion {
  sub_account_id: number;
  filters: ReviewFilters;
  sort: Sort;
  limit: number;
  after: string | null;
}

/** A review as the API shows it, of which a widget uses these fields. */
export type WireReview = Pick<
  ReviewPayload,
  | 'id'
  | 'platform'
  | 'label'
  | 'text'
  | 'from_name'
  | 'from_image'
  | 'post_url'
  | 'rating_value'
  | 'rating_scale'
  | 'posted_on'
  | 'media'
  | 'language'
  | 'reply'
  | 'verified'
> & { text_original?: string; text_language?: string };

export interface ReviewCounts {
  count: number;
  /** On five stars. */
  average: number | null;
  distribution: Record<'1' | '2' | '3' | '4' | '5', number>;
}

export interface ApprovedAnswer {
  items: WireReview[];
  /** Approved reviews that match. */
  count: number;
  next: string | null;
  /** Of the approved ones over the same filters, and of all that came in from the same channels and sources. */
  summary: { approved: ReviewCounts; collected: ReviewCounts };
}

/** Asks the reviews service, which alone keeps reviews. */
@Injectable()
export class ApprovedReviews {
  constructor(private readonly services: ServiceClient) {}

  async find(question: ApprovedQuestion): Promise<ApprovedAnswer> {
    const { status, body } = await this.services.ask<ApprovedAnswer>('reviews', {
      method: 'POST',
      path: '/internal/reviews/approved',
      body: question,
    });
    if (status === 200) return body;
    // A 400 here can only be about the cursor: everything else in the question is ours.
    if (status === 400) {
      throw new ApiError('invalid_value', 'cursor is not one of this list; start again without it.', {
        field: 'cursor',
      });
    }
    throw new Error(`reviews answered ${status} to a question about approved reviews`);
  }
}
