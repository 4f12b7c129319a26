import { Injectable } from '@nestjs/common';
import {
  ApiError,
  type ApprovedReviewFilters,
  type ApprovedReviewsRequest,
  type ReviewFigures,
} from '@plaudit/contracts';
import { Database } from '@plaudit/database';
import { currentTenant, WorkQueue } from '@plaudit/runtime';
import { allConditions, simplified } from '../lists/review-conditions.sql';
import { scopeOf } from '../lists/scope.sql';
import type { ReviewFilter } from '../lists/review-filter';
import { REVIEW_JSON } from '../reviews/review-json.sql';
import { isCuration } from '../lists/review-list-count.sql';
import { pageKeys } from '../lists/review-list-keys.sql';
import { ORDERS } from '../lists/review-order.sql';
import { ReviewsEnv } from '../reviews.env';
import { figuresSql } from './review-figures.sql';
import { approved, everyApproved, filterOf, orderOf } from './widget-selection.sql';

/** The service that asks gives up after two seconds. */
const MAX_SCAN_WAIT_MS = 1_000;
const MAX_WAITING_SCANS = 50;

/** Reading a plain page may pass over as many reviews that their platform no longer shows. */
const FEW_REMOVED = 500;

/** Reads the approved reviews that a widget shows, in the widget's order, and the figures of its header. */
@Injectable()
export class ApprovedReviewsReadModel {
  private readonly scans: WorkQueue;

  constructor(
    private readonly database: Database,
    env: ReviewsEnv,
  ) {
    this.scans = new WorkQueue({
      what: 'searches and filters',
      maxRunning: Math.max(1, Math.floor(env.DATABASE_POOL / 2)),
      maxWaiting: MAX_WAITING_SCANS,
      maxWaitingPerAccount: MAX_WAITING_SCANS / 2,
      isDivided: true,
      maxWaitMs: MAX_SCAN_WAIT_MS * env.SERVICE_TIMEOUT_FACTOR,
    });
  }

  /**
   * Returns `{items, count, next, summary: {approved, collected}}` as JSON text. `approved` has the filter of the items;
   * `collected` counts all reviews of the same channels and sources, with any status, also those that their platform no longer shows.
   *
   * @throws ApiError 503 `overloaded` for a page that is not {@link isCheap}, while too many others are read.
   */
  async page(request: ApprovedReviewsRequest): Promise<string> {
    const filters = request.filters ?? {};
    const limit = request.limit ?? 0;
    const offset = offsetOf(request.after);
    const isCheap = await this.isCheap(request, approved(filters));
    const [summary, items] = await Promise.all([
      this.summary(request, filters, isCheap),
      limit === 0 ? [] : this.items({ ...request, limit }, filters, offset, isCheap),
    ]);
    const { count } = summary.approved;
    const hasMore = limit > 0 && items.length === limit && offset + limit < count;
    const json = JSON.stringify({ count, next: hasMore ? String(offset + limit) : null, summary });
    return `{"items":[${items.join(',')}],${json.slice(1)}`;
  }

  /** Returns true for a plain page of a sub account in which few reviews are removed: neither its list nor its figures pass over many. */
  private async isCheap(request: ApprovedReviewsRequest, filter: ReviewFilter): Promise<boolean> {
    if (!isPlain(request, filter)) return false;
    if (!filter.shownOnly) return true;
    const [row] = await this.database.query<{ found: number }>(
      `select count(*)::int as found from (
         select from reviews where sub_account_id = $1 and removed_on is not null limit ${FEW_REMOVED + 1}) removed`,
      [request.sub_account_id],
    );
    return row !== undefined && row.found <= FEW_REMOVED;
  }

  private async items(
    request: ApprovedReviewsRequest & { limit: number },
    filters: ApprovedReviewFilters,
    offset: number,
    isCheap: boolean,
  ): Promise<string[]> {
    const { limit } = request;
    const scope = scopeOf(request.sub_account_id);
    const { parameters } = scope;
    const filter = approved(filters);
    const sort = request.sort ?? 'newest';
    const order = orderOf(sort, filters.pinned_ids ?? [], parameters.values);
    const page = `order by ${order} limit ${parameters.add(limit)} offset ${parameters.add(offset)}`;
    // The newest reviews are found as in a list. Any other order has to read all of them, at least in an index.
    const rows = await this.read<{ item: string }>(
      isCheap,
      sort === 'newest' && !filters.one_per_author
        ? `select (${REVIEW_JSON})::text as item
           from (${pageKeys(scope, { filter, order: ORDERS.newest, cursor: null, limit: offset + limit })}) key
           join reviews review on review.id = key.id ${page}`
        : `select (${REVIEW_JSON})::text as item
           from (select review.id from ${everyApproved(allConditions(scope, filter), filters)} ${page}) key
           join reviews review on review.id = key.id order by ${order}`,
      parameters.values,
    );
    return rows.map(({ item }) => item);
  }

  private async summary(
    request: ApprovedReviewsRequest,
    filters: ApprovedReviewFilters,
    isCheap: boolean,
  ): Promise<Summaries> {
    const { channels, sources } = filterOf(filters);
    const collected = simplified({ channels, sources });
    return {
      approved: await this.figures(request, approved(filters), isCheap),
      collected: await this.figures(request, collected, isCuration(collected)),
    };
  }

  private async figures(
    { sub_account_id, filters }: ApprovedReviewsRequest,
    filter: ReviewFilter,
    isCheap: boolean,
  ): Promise<ReviewFigures> {
    const scope = scopeOf(sub_account_id);
    // Only the figures of what is shown have a status.
    const onePerAuthor = filter.statuses !== undefined && filters?.one_per_author === true;
    const sql = figuresSql(scope, filter, onePerAuthor);
    const [row] = await this.read<{ figures: ReviewFigures }>(isCheap, sql, scope.parameters.values);
    return (row as { figures: ReviewFigures }).figures;
  }

  /**
   * Reads that cost more than a plain page take at most half of the connections, so that many slow ones do not take them
   * from all other requests.
   */
  private async read<Row>(isCheap: boolean, sql: string, parameters: unknown[]): Promise<Row[]> {
    const rows = (): Promise<Row[]> => this.database.query<Row>(sql, parameters);
    return isCheap ? rows() : this.scans.runFor(currentTenant(), rows);
  }
}

interface Summaries {
  approved: ReviewFigures;
  collected: ReviewFigures;
}

/** Returns true for the first page of the newest reviews, unless a filter makes it look at reviews that it does not have. */
function isPlain({ sort, after, filters }: ApprovedReviewsRequest, filter: ReviewFilter): boolean {
  return (sort ?? 'newest') === 'newest' && !after && !filters?.one_per_author && isIndexed(filter);
}

/** Returns true if counters and short indexes have all that the filter needs. */
function isIndexed(filter: ReviewFilter): boolean {
  return isCuration({ ...filter, shownOnly: false });
}

function offsetOf(after: string | null | undefined): number {
  if (!after) return 0;
  if (/^\d{1,9}$/.test(after)) return Number(after);
  throw new ApiError('invalid_value', 'after must be the next value of the previous page.', {
    field: 'after',
  });
}
