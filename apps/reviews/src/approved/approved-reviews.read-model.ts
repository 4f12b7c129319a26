import { Injectable } from '@nestjs/common';
import {
  ApiError,
  type ApprovedReviewFilters,
  type ApprovedReviewOrder,
  type ApprovedReviewsRequest,
  type ReviewFigures,
} from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { allConditions, scopeOf, simplified } from '../lists/review-conditions.sql';
import { boundOf, endOf, type ReviewFilter } from '../lists/review-filter';
import { REVIEW_JSON } from '../reviews/review-json.sql';
import { pageKeys } from '../lists/review-list-keys.sql';
import { APPROVED, parseLanguage } from '../reviews/review';
import { figuresSql, newestOfEachAuthor } from './review-figures.sql';

const NEWEST = 'review.posted_on desc, review.id desc';

/** What widgets show: approved reviews in the widget's own order, and the figures for its header. */
@Injectable()
export class ApprovedReviewsReadModel {
  constructor(private readonly database: Database) {}

  /**
   * `{items, count, next, summary: {approved, collected}}` as JSON text. `approved` is over the same filter as the
   * items; `collected` over everything that came in from the same channels and sources, whatever its status.
   */
  async page(request: ApprovedReviewsRequest): Promise<string> {
    const filters = request.filters ?? {};
    const limit = request.limit ?? 0;
    const offset = offsetOf(request.after);
    const [summary, items] = await Promise.all([
      this.summary(request.sub_account_id, filters),
      limit === 0 ? [] : this.items(request, filters, limit, offset),
    ]);
    const { count } = summary.approved;
    const hasMore = limit > 0 && items.length === limit && offset + limit < count;
    const json = JSON.stringify({ count, next: hasMore ? String(offset + limit) : null, summary });
    return `{"items":[${items.join(',')}],${json.slice(1)}`;
  }

  private async items(
    request: ApprovedReviewsRequest,
    filters: ApprovedReviewFilters,
    limit: number,
    offset: number,
  ): Promise<string[]> {
    const scope = scopeOf(request.sub_account_id);
    const { parameters } = scope;
    const filter = approved(filters);
    const sort = request.sort ?? 'newest';
    const order = orderOf(sort, filters.pinned_ids ?? [], parameters.values);
    const page = `order by ${order} limit ${parameters.add(limit)} offset ${parameters.add(offset)}`;
    // The newest are found as a list finds its page. Any other order has to see them all, if only in an index.
    const rows = await this.database.query<{ item: string }>(
      sort === 'newest' && !filters.one_per_author
        ? `select (${REVIEW_JSON})::text as item
           from (${pageKeys(scope, { filter, cursor: null, limit: offset + limit })}) key
           join reviews review on review.id = key.id ${page}`
        : `select (${REVIEW_JSON})::text as item
           from (select review.id from ${everyApproved(allConditions(scope, filter), filters)} ${page}) key
           join reviews review on review.id = key.id order by ${order}`,
      parameters.values,
    );
    return rows.map(({ item }) => item);
  }

  private async summary(subAccountId: number, filters: ApprovedReviewFilters): Promise<Summaries> {
    const { channels, sources } = filterOf(filters);
    return {
      approved: await this.figures(subAccountId, approved(filters), filters.one_per_author === true),
      collected: await this.figures(subAccountId, simplified({ channels, sources }), false),
    };
  }

  private async figures(
    subAccountId: number,
    filter: ReviewFilter,
    onePerAuthor: boolean,
  ): Promise<ReviewFigures> {
    const scope = scopeOf(subAccountId);
    const [row] = await this.database.query<{ figures: ReviewFigures }>(
      figuresSql(scope, filter, onePerAuthor),
      scope.parameters.values,
    );
    return (row as { figures: ReviewFigures }).figures;
  }
}

interface Summaries {
  approved: ReviewFigures;
  collected: ReviewFigures;
}

function approved(filters: ApprovedReviewFilters): ReviewFilter {
  return simplified({ ...filterOf(filters), statuses: [APPROVED] });
}

function everyApproved(conditions: readonly string[], { one_per_author }: ApprovedReviewFilters): string {
  const where = conditions.join(' and ');
  return one_per_author ? `(${newestOfEachAuthor(where)}) review` : `reviews review where ${where}`;
}

function filterOf(filters: ApprovedReviewFilters): ReviewFilter {
  return {
    stars: given(filters.ratings),
    channels: given(filters.channels),
    sources: given(filters.sources),
    tags: given(filters.tags),
    excludeTags: given(filters.exclude_tags),
    platforms: given(filters.platforms),
    // As reviews are stored.
    languages: given(filters.languages?.map((language) => parseLanguage(language) ?? language)),
    q: filters.q?.normalize('NFC') || undefined,
    keyword: filters.keyword?.normalize('NFC') || undefined,
    // A blank stands in every text: it would exclude them all.
    excludeKeywords: given(filters.exclude_keywords?.filter((word) => word.trim() !== '')),
    minRating: filters.min_rating ?? undefined,
    maxRating: filters.max_rating ?? undefined,
    since: filters.since ? boundOf(filters.since, 'since') : undefined,
    before: filters.until ? endOf(filters.until) : undefined,
    withText: filters.require_text === true,
    mediaOnly: filters.require_media === true,
    withPhotos: filters.require_avatar === true,
  };
}

function given<T>(list: T[] | null | undefined): T[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

/** Adds a parameter where the order needs one. */
function orderOf(order: ApprovedReviewOrder, pinned: readonly number[], parameters: unknown[]): string {
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

function offsetOf(after: string | null | undefined): number {
  if (!after) return 0;
  if (/^\d{1,9}$/.test(after)) return Number(after);
  throw new ApiError('invalid_value', 'after must be the next of the page before.', { field: 'after' });
}
