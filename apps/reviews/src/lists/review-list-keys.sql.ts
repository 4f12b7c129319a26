import { allConditions, curation, equalities, otherConditions, span } from './review-conditions.sql';
import { curationCounts } from './review-list-count.sql';
import { isSearch, type ReviewCursor, type ReviewFilter } from './review-filter';
import type { Scope } from './scope.sql';
import { wordRows, isWordRows } from './word-rows.sql';

/**
 * The filter whose values are scanned one by one. An index returns rows newest first only for a single value of its
 * leading columns. A filter with several values therefore becomes several scans, each no longer than the page, whose
 * newest rows are merged. The cost of a page then grows with the number of values and not with the number of reviews.
 */
type ScannedFilter = 'words' | 'tags' | 'origins' | 'curation';

/** Returns the filter to scan by, or null if one scan with one index is enough. */
function scannedFilter(filter: ReviewFilter): ScannedFilter | null {
  if (isSearch(filter)) return isWordRows(filter) ? 'words' : null;
  if (filter.tags) return 'tags';
  if (filter.mediaOnly || filter.withPhotos) return null;
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
  cursor: ReviewCursor | null;
  /** The number of keys to find. */
  limit: number;
}

const NEWEST = 'order by posted_on desc, id desc';

/** Returns a `select` of (posted_on, id) for the reviews of a page, newest first. */
export function pageKeys(scope: Scope, request: PageRequest): string {
  const { filter } = request;
  const isNothing = [filter.stars, filter.statuses, filter.tags].some((list) => list?.length === 0);
  if (isNothing)
    return `select posted_on, id from reviews where sub_account_id = ${scope.subAccount} and false`;
  switch (scannedFilter(filter)) {
    case 'words':
      return wordKeys(scope, request);
    case 'tags':
      return tagKeys(scope, request);
    case 'origins':
      return originKeys(scope, request);
    case 'curation':
      return curationKeys(scope, request);
    case null:
      return scan(request, [...allConditions(scope, filter), ...span(scope, {}, 'review', request.cursor)]);
  }
}

function scan({ limit }: PageRequest, conditions: readonly string[]): string {
  return `select review.posted_on, review.id from reviews review
    where ${conditions.join(' and ')} order by review.posted_on desc, review.id desc limit ${limit}`;
}

/** A rare word is found by its index, a common one while scanning. Only the planner knows how common a word is. */
function wordKeys(scope: Scope, { filter, cursor, limit }: PageRequest): string {
  return `select words.posted_on, words.review_id as id from ${wordRows(scope, filter, cursor)}
    order by words.posted_on desc, words.review_id desc limit ${limit}`;
}

/** Scans `review_tags`. The reviews are only joined for filters that it has no columns for. */
function tagKeys(scope: Scope, { filter, cursor, limit }: PageRequest): string {
  const { tags = [], since, before, statuses, stars, minRating, maxRating, ...rest } = filter;
  const onReviews = [...equalities(scope, rest), ...otherConditions(scope, rest)];
  const conditions = [
    `tag.sub_account_id = ${scope.subAccount} and tag.tag_id = wanted.id`,
    ...curation(scope, { statuses, stars, minRating, maxRating }, 'tag'),
    ...span(scope, { since, before }, 'tag', cursor),
    ...onReviews,
  ];
  const joined = onReviews.length > 0 ? 'join reviews review on review.id = tag.review_id' : '';
  // `distinct`, because a review with two of the tags is found twice.
  return `select distinct key.posted_on, key.id
    from unnest(${scope.parameters.add(tags, 'bigint[]')}) as wanted (id), lateral (
      select tag.posted_on, tag.review_id as id from review_tags tag ${joined}
      where ${conditions.join(' and ')} order by tag.posted_on desc, tag.review_id desc limit ${limit}
    ) key ${NEWEST} limit ${limit}`;
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
  return `select posted_on, id from (${found}) key ${NEWEST} limit ${request.limit}`;
}

/** Scans each combination of status and rating that the counters list, or each status if only statuses are given. */
function curationKeys(scope: Scope, request: PageRequest): string {
  const { statuses, stars, minRating, maxRating, ...rest } = request.filter;
  const conditions = scanConditions(scope, { ...request, filter: rest });
  if (!stars) {
    const found = scan(request, [...conditions, 'review.status = wanted.status']);
    const wanted = `unnest('{${statuses?.join()}}'::smallint[]) as wanted (status)`;
    return `select key.* from ${wanted}, lateral (${found}) key ${NEWEST} limit ${request.limit}`;
  }
  const ratings = `select status, star, rating from ${curationCounts(scope, { statuses, stars, minRating, maxRating })}`;
  const equal = ['status', 'star', 'rating'].map((column) => `review.${column} = wanted.${column}`);
  return `select key.* from (${ratings}) wanted, lateral (
      ${scan(request, [...conditions, ...equal])}
    ) key ${NEWEST} limit ${request.limit}`;
}

function scanConditions(scope: Scope, { filter, cursor }: PageRequest): string[] {
  return [...allConditions(scope, filter), ...span(scope, {}, 'review', cursor)];
}
