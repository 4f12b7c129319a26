import { allConditions, curation, equalities, otherConditions, span } from './review-conditions.sql';
import { curationCounts } from './review-list-count.sql';
import type { ReviewCursor } from './review-cursor';
import { isSearch, type ReviewFilter } from './review-filter';
import {
  behind,
  dateOrder,
  keyNames,
  keyOrder,
  keySelect,
  type ReviewOrder,
  reviewOrder,
} from './review-order.sql';
import type { Scope } from './scope.sql';
import { wordRows, isWordRows } from '../search/word-rows.sql';

/**
 * The filter whose values are scanned one by one. An index returns rows by date only for a single value of its leading
 * columns. A filter with several values therefore becomes several scans, each no longer than the page, whose first rows are
 * merged. The cost of a page then grows with the number of values and not with the number of reviews.
 */
type ScannedFilter = 'words' | 'tags' | 'origins' | 'curation';

/** Returns the filter to scan by, or null if one scan with one index is enough. */
function scannedFilter({ filter, order }: PageRequest): ScannedFilter | null {
  // Only the orders by date have an index for each value. In another order, one index has all reviews.
  if (!BY_DATE.has(order.sort)) return null;
  if (isSearch(filter)) return isWordRows(filter) ? 'words' : null;
  if (filter.tags) return 'tags';
  if (filter.mediaOnly || filter.withPhotos || filter.kept || filter.updatedSince) return null;
  if (manyOf(filter.channels, filter.sources)) return 'origins';
  if (filter.channels || filter.sources) return null;
  return filter.stars || manyOf(filter.statuses) ? 'curation' : null;
}

function manyOf(...lists: (readonly number[] | undefined)[]): boolean {
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) > 1;
}

/** The page whose keys are to be found. */
export interface PageRequest {
  filter: ReviewFilter;
  order: ReviewOrder;
  cursor: ReviewCursor | null;
  /** The page has no review that changed at this time or later. */
  updatedBefore?: Date | null;
  /** The number of keys to find. */
  limit: number;
}

const BY_DATE = new Set(['newest', 'oldest']);

/** Returns a `select` of the keys of the reviews of a page: the columns of the order. */
export function pageKeys(scope: Scope, request: PageRequest): string {
  const { filter, order } = request;
  const isNothing = [filter.stars, filter.statuses, filter.tags].some((list) => list?.length === 0);
  if (isNothing)
    return `select ${keySelect(order)} from reviews review where sub_account_id = ${scope.subAccount} and false`;
  switch (scannedFilter(request)) {
    case 'words':
      return wordKeys(scope, request);
    case 'tags':
      return tagKeys(scope, request);
    case 'origins':
      return originKeys(scope, request);
    case 'curation':
      return curationKeys(scope, request);
    case null:
      return scan(request, scanConditions(scope, request));
  }
}

function scan({ order, limit }: PageRequest, conditions: readonly string[]): string {
  return `select ${keySelect(order)} from reviews review
    where ${conditions.join(' and ')} ${reviewOrder(order)} limit ${limit}`;
}

/** A rare word is found by its index, a common one while scanning. Only the planner knows how common a word is. */
function wordKeys(scope: Scope, { filter, order, cursor, limit }: PageRequest): string {
  const following = behind(order, cursor, scope.parameters, 'words');
  return `select words.posted_on, words.review_id as id from ${wordRows(scope, filter, following)}
    ${dateOrder(order, 'words')} limit ${limit}`;
}

/** Scans `review_tags`. The reviews are only joined for filters that it has no columns for. */
function tagKeys(scope: Scope, { filter, order, cursor, updatedBefore, limit }: PageRequest): string {
  const { tags = [], since, before, statuses, stars, minRating, maxRating, ...rest } = filter;
  const onReviews = [
    ...equalities(scope, rest),
    ...otherConditions(scope, rest),
    ...settled(scope, updatedBefore),
  ];
  const conditions = [
    `tag.sub_account_id = ${scope.subAccount} and tag.tag_id = wanted.id`,
    ...curation(scope, { statuses, stars, minRating, maxRating }, 'tag'),
    ...span(scope, { since, before }, 'tag'),
    ...behind(order, cursor, scope.parameters, 'tag'),
    ...onReviews,
  ];
  const joined = onReviews.length > 0 ? 'join reviews review on review.id = tag.review_id' : '';
  // `distinct`, because a review with two of the tags is found twice.
  return `select distinct key.posted_on, key.id
    from unnest(${scope.parameters.add(tags, 'bigint[]')}) as wanted (id), lateral (
      select tag.posted_on, tag.review_id as id from review_tags tag ${joined}
      where ${conditions.join(' and ')} ${dateOrder(order, 'tag')} limit ${limit}
    ) key ${keyOrder(order)} limit ${limit}`;
}

function originKeys(scope: Scope, request: PageRequest): string {
  const { channels, sources, ...rest } = request.filter;
  const conditions = scanConditions(scope, { ...request, filter: rest });
  const scans = (column: string, ids: readonly number[] | undefined): string[] =>
    ids
      ? [
          `select key.* from unnest(${scope.parameters.add(ids, 'bigint[]')}) as wanted (id), lateral (
             ${scan(request, [...conditions, `review.${column} = wanted.id`])}
           ) key`,
        ]
      : [];
  const found = [...scans('channel_id', channels), ...scans('source_id', sources)].join(' union all ');
  return `select ${keyNames(request.order)} from (${found}) key ${keyOrder(request.order)} limit ${request.limit}`;
}

/** Scans each combination of status and rating that the counters list, or each status if only statuses are given. */
function curationKeys(scope: Scope, request: PageRequest): string {
  const { statuses, stars, minRating, maxRating, ...rest } = request.filter;
  const conditions = scanConditions(scope, { ...request, filter: rest });
  if (!stars) {
    const found = scan(request, [...conditions, 'review.status = wanted.status']);
    const wanted = `unnest('{${statuses?.join()}}'::smallint[]) as wanted (status)`;
    return `select key.* from ${wanted}, lateral (${found}) key ${keyOrder(request.order)} limit ${request.limit}`;
  }
  const ratings = `select status, star, rating from ${curationCounts(scope, { statuses, stars, minRating, maxRating })}`;
  const equal = ['status', 'star', 'rating'].map((column) => `review.${column} = wanted.${column}`);
  return `select key.* from (${ratings}) wanted, lateral (
      ${scan(request, [...conditions, ...equal])}
    ) key ${keyOrder(request.order)} limit ${request.limit}`;
}

function scanConditions(scope: Scope, { filter, order, cursor, updatedBefore }: PageRequest): string[] {
  return [
    ...allConditions(scope, filter),
    ...settled(scope, updatedBefore),
    ...behind(order, cursor, scope.parameters),
  ];
}

function settled({ parameters }: Scope, updatedBefore: Date | null | undefined): string[] {
  return updatedBefore ? [`review.updated_on < ${parameters.add(updatedBefore, 'timestamptz')}`] : [];
}
