import type { ApprovedReviewFilters, ApprovedReviewOrder } from '@plaudit/contracts';
import { boundOf, endOf } from '@plaudit/runtime';
import { simplified } from '../lists/review-conditions.sql';
import { type ReviewFilter, searched } from '../lists/review-filter';
import { APPROVED, parseLanguage } from '../reviews/review';
import { newestOfEachAuthor } from './review-figures.sql';

/** The order of the newest reviews. */
export const NEWEST = 'review.posted_on desc, review.id desc';

/** Returns the filter of the approved reviews that a widget shows. */
export function approved(filters: ApprovedReviewFilters): ReviewFilter {
  return simplified({ ...filterOf(filters), statuses: [APPROVED] });
}

/** Returns SQL for the reviews that match the conditions, as `review`: only the newest of each author if the widget wants it so. */
export function everyApproved(
  conditions: readonly string[],
  { one_per_author }: ApprovedReviewFilters,
): string {
  const where = conditions.join(' and ');
  return one_per_author ? `(${newestOfEachAuthor(where)}) review` : `reviews review where ${where}`;
}

/** Returns the filter of a widget, for reviews of any status. */
export function filterOf(filters: ApprovedReviewFilters): ReviewFilter {
  return {
    stars: given(filters.ratings),
    channels: given(filters.channels),
    sources: given(filters.sources),
    own: filters.own === true,
    tags: given(filters.tags),
    excludeTags: given(filters.exclude_tags),
    platforms: given(filters.platforms),
    // Reviews are stored with this spelling.
    languages: given(filters.languages?.map((language) => parseLanguage(language) ?? language)),
    q: searched(filters.q),
    keyword: searched(filters.keyword),
    excludeKeywords: given(filters.exclude_keywords),
    minRating: filters.min_rating ?? undefined,
    maxRating: filters.max_rating ?? undefined,
    since: filters.since ? boundOf(filters.since, 'since') : undefined,
    before: filters.until ? endOf(filters.until) : undefined,
    withText: filters.require_text === true,
    mediaOnly: filters.require_media === true,
    withPhotos: filters.require_avatar === true,
    shownOnly: filters.show_removed !== true,
  };
}

function given<T>(list: T[] | null | undefined): T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

/** Returns the SQL of an order. It adds a parameter if the order needs one. */
export function orderOf(
  order: ApprovedReviewOrder,
  pinned: readonly number[],
  parameters: unknown[],
): string {
  switch (order) {
    case 'newest':
      return NEWEST;
    case 'oldest':
      return 'review.posted_on, review.id';
    case 'highest':
      return `review.rating desc nulls last, ${NEWEST}`;
    case 'lowest':
      return `review.rating nulls last, ${NEWEST}`;
    case 'random_daily':
      return "md5(review.id::text || (now() at time zone 'UTC')::date::text), review.id";
    case 'pinned_first':
      parameters.push(pinned);
      return `array_position($${parameters.length}::bigint[], review.id) nulls last, ${NEWEST}`;
  }
}
