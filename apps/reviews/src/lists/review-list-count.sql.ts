import { allConditions, curation, span } from './review-conditions.sql';
import { CURATION, hasOnly, type ReviewFilter } from './review-filter';
import type { Scope } from './scope.sql';
import { isWordRows, wordRows } from '../search/word-rows.sql';

/** Filters that the counters have columns for. */
const COUNTED = new Set<keyof ReviewFilter>([...CURATION, 'withPhotos']);
/** Filters that `review_tags` has columns for. */
export const TAG_ROWS = new Set<keyof ReviewFilter>([...CURATION, 'tags', 'since', 'before']);
const TAGS = new Set<keyof ReviewFilter>(['tags']);

/** Returns true if `review_counts` alone can count the reviews. */
export function isCuration(filter: ReviewFilter): boolean {
  return hasOnly(filter, COUNTED);
}

/** Returns true if counters can count the reviews. The count then costs the same for any number of reviews. */
export function isCounted(filter: ReviewFilter): boolean {
  return isCuration(filter) || (hasOnly(filter, TAGS) && filter.tags?.length === 1);
}

/** Returns a `select` of the exact number of matching reviews, from the counters if possible and otherwise from an index. */
export function countSql(scope: Scope, filter: ReviewFilter): string {
  if (isCuration(filter)) return `select ${sumOf('total')} from ${curationCounts(scope, filter)}`;
  if (isCounted(filter)) {
    const tag = scope.parameters.add(filter.tags?.[0], 'bigint');
    return `select ${sumOf('total')} from tag_counts where sub_account_id = ${scope.subAccount} and tag_id = ${tag}`;
  }
  if (isWordRows(filter)) return `select count(*) from ${wordRows(scope, filter)}`;
  if (filter.tags && hasOnly(filter, TAG_ROWS)) return countOfTags(scope, filter, filter.tags);
  if (filter.channels && filter.sources) return countOfOrigins(scope, filter);
  return countRows(scope, filter);
}

/**
 * Returns SQL for the rows (status, star, rating, total) of the counters that match a simplified filter by status, star,
 * rating bounds and photo.
 */
export function curationCounts({ subAccount, parameters }: Scope, filter: ReviewFilter): string {
  const { statuses, stars, minRating, maxRating } = filter;
  const conditions = [
    `sub_account_id = ${subAccount}`,
    ...(statuses ? [`status = any (${parameters.add(statuses, 'smallint[]')})`] : []),
    ...(stars ? [`star = any (${parameters.add(stars, 'smallint[]')})`] : []),
    ...(minRating === undefined ? [] : [`rating >= ${parameters.add(minRating)}`]),
    ...(maxRating === undefined ? [] : [`rating <= ${parameters.add(maxRating)}`]),
  ];
  const column = filter.withPhotos ? 'with_photos' : 'total';
  return `(select status, star, rating, ${column} as total from review_counts where ${conditions.join(' and ')}) counted`;
}

/**
 * Returns SQL for rows (status, star, rating, total) of the reviews that match a simplified filter: either counters, whose
 * total may be 0 and whose star is 0 without a rating, or one row per review.
 */
export function curatedRows(scope: Scope, filter: ReviewFilter): string {
  if (isCuration(filter)) return `select status, star, rating, total from ${curationCounts(scope, filter)}`;
  if (isWordRows(filter)) return `select status, star, rating, 1 as total from ${wordRows(scope, filter)}`;
  const rows = (one: ReviewFilter): string =>
    `select status, star, rating, 1 as total from reviews review where ${allConditions(scope, one).join(' and ')}`;
  const { channels, sources, ...rest } = filter;
  // No review has both a channel and a source. One scan for both would have to read the rows instead of an index.
  return channels && sources
    ? `${rows({ ...rest, channels })} union all ${rows({ ...rest, sources })}`
    : rows(filter);
}

function sumOf(column: string): string {
  return `coalesce(sum(${column}), 0)::bigint`;
}

/** Counts a review with several of the tags once. */
function countOfTags(scope: Scope, filter: ReviewFilter, tags: readonly number[]): string {
  const conditions = [
    `tag.sub_account_id = ${scope.subAccount}`,
    `tag.tag_id = any (${scope.parameters.add(tags, 'bigint[]')})`,
    ...curation(scope, filter, 'tag'),
    ...span(scope, filter, 'tag'),
  ];
  const rows = `from review_tags tag where ${conditions.join(' and ')}`;
  return tags.length > 1
    ? `select count(*) from (select tag.review_id ${rows} group by tag.review_id) tagged`
    : `select count(*) ${rows}`;
}

/**
 * Adds the counts for channels and for sources: no review has both. One scan for both would have to read the rows instead
 * of an index.
 */
function countOfOrigins(scope: Scope, filter: ReviewFilter): string {
  const { channels, sources, ...rest } = filter;
  return `select (${countRows(scope, { ...rest, channels })}) + (${countRows(scope, { ...rest, sources })})`;
}

function countRows(scope: Scope, filter: ReviewFilter): string {
  return `select count(*) from reviews review where ${allConditions(scope, filter).join(' and ')}`;
}
