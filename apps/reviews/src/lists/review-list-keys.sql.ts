import {
  allConditions,
  curation,
  equalities,
  otherConditions,
  type Scope,
  span,
} from './review-conditions.sql';
import { curationCounts } from './review-list-count.sql';
import type { ReviewCursor, ReviewFilter } from './review-filter';

/**
 * Where the reviews of a page are found. An index gives rows newest first for one value of its leading columns only, so
 * a choice of several values is several walks ("lanes"), each no longer than the page, whose best are merged: what a
 * page costs then grows with the number of values and not with that of reviews.
 */
type Lanes = 'tags' | 'origins' | 'curation';

/** Which of the filter's values lead to the page; null leaves it to the planner, which has one index to choose. */
function lanesOf(filter: ReviewFilter): Lanes | null {
  // A rare word is found by its index and a common one on the way: only the planner knows which it is.
  if (filter.q || filter.keyword) return null;
  if (filter.tags) return 'tags';
  if (filter.mediaOnly || filter.withPhotos) return null;
  if (manyOf(filter.channels, filter.sources)) return 'origins';
  if (filter.channels || filter.sources) return null;
  return filter.stars || manyOf(filter.statuses) ? 'curation' : null;
}

function manyOf(...lists: (readonly number[] | undefined)[]): boolean {
  return lists.reduce((sum, list) => sum + (list?.length ?? 0), 0) > 1;
}

/** Which page to find the keys of. */
export interface PageRequest {
  filter: ReviewFilter;
  cursor: ReviewCursor | null;
  /** How many to find. */
  limit: number;
}

const NEWEST = 'order by posted_on desc, id desc';

/** `select posted_on, id`, newest first, of the reviews of a page. */
export function pageKeys(scope: Scope, request: PageRequest): string {
  const { filter } = request;
  const isNothing = [filter.stars, filter.statuses, filter.tags].some((list) => list?.length === 0);
  if (isNothing)
    return `select posted_on, id from reviews where sub_account_id = ${scope.subAccount} and false`;
  switch (lanesOf(filter)) {
    case 'tags':
      return tagKeys(scope, request);
    case 'origins':
      return originKeys(scope, request);
    case 'curation':
      return curationKeys(scope, request);
    case null:
      return walk(request, [...allConditions(scope, filter), ...span(scope, {}, 'review', request.cursor)]);
  }
}

function walk({ limit }: PageRequest, conditions: readonly string[]): string {
  return `select review.posted_on, review.id from reviews review
    where ${conditions.join(' and ')} order by review.posted_on desc, review.id desc limit ${limit}`;
}

/** Walks the tags' own table; the reviews are looked at only where it does not say what is asked. */
function tagKeys(scope: Scope, { filter, cursor, limit }: PageRequest): string {
  const { tags = [], since, before, statuses, stars, minRating, maxRating, ...rest } = filter;
  const asked = [...equalities(scope, rest), ...otherConditions(scope, rest)];
  const conditions = [
    `tag.sub_account_id = ${scope.subAccount} and tag.tag_id = lane.id`,
    ...curation(scope, { statuses, stars, minRating, maxRating }, 'tag'),
    ...span(scope, { since, before }, 'tag', cursor),
    ...asked,
  ];
  const joined = asked.length > 0 ? 'join reviews review on review.id = tag.review_id' : '';
  // A review with two of the tags is found twice.
  return `select distinct key.posted_on, key.id
    from unnest(${scope.parameters.add(tags, 'bigint[]')}) as lane (id), lateral (
      select tag.posted_on, tag.review_id as id from review_tags tag ${joined}
      where ${conditions.join(' and ')} order by tag.posted_on desc, tag.review_id desc limit ${limit}
    ) key ${NEWEST} limit ${limit}`;
}

function originKeys(scope: Scope, request: PageRequest): string {
  const { channels, sources, ...rest } = request.filter;
  const conditions = conditionsOfLane(scope, { ...request, filter: rest });
  const lanes = (column: string, ids: readonly number[] | undefined): string[] =>
    ids
      ? [
          `select key.* from unnest(${scope.parameters.add(ids, 'bigint[]')}) as lane (id), lateral (
             ${walk(request, [...conditions, `review.${column} = lane.id`])}
           ) key`,
        ]
      : [];
  const found = [...lanes('channel_id', channels), ...lanes('source_id', sources)].join(' union all ');
  return `select posted_on, id from (${found}) key ${NEWEST} limit ${request.limit}`;
}

/** The ratings and statuses that there are stand in the counters; several statuses alone are lanes by themselves. */
function curationKeys(scope: Scope, request: PageRequest): string {
  const { statuses, stars, minRating, maxRating, ...rest } = request.filter;
  const conditions = conditionsOfLane(scope, { ...request, filter: rest });
  if (!stars) {
    const wanted = walk(request, [...conditions, 'review.status = lane.status']);
    const lanes = `unnest('{${statuses?.join()}}'::smallint[]) as lane (status)`;
    return `select key.* from ${lanes}, lateral (${wanted}) key ${NEWEST} limit ${request.limit}`;
  }
  const lanes = `select status, star, rating from ${curationCounts(scope, { statuses, stars, minRating, maxRating })}`;
  const wanted = ['status', 'star', 'rating'].map((column) => `review.${column} = lane.${column}`);
  return `select key.* from (${lanes}) lane, lateral (
      ${walk(request, [...conditions, ...wanted])}
    ) key ${NEWEST} limit ${request.limit}`;
}

function conditionsOfLane(scope: Scope, { filter, cursor }: PageRequest): string[] {
  return [...allConditions(scope, filter), ...span(scope, {}, 'review', cursor)];
}
