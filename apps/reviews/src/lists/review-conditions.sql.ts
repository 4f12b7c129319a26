import { parseWireDate, REVIEW_STATUSES, starBucket, UNKNOWN_DATE } from '@plaudit/contracts';
import type { SqlParameters } from '@plaudit/database';
import type { Scope } from './scope.sql';
import type { ReviewFilter } from './review-filter';
import { wordConditions } from '../search/word-conditions.sql';

/** The tables that most filters have a column in. Those other than `reviews` name the review `review_id`. */
export type Alias = 'review' | 'tag' | 'words';

/** The filters that the counters, `review_tags` and `review_words` have columns for. */
export type Curation = Pick<ReviewFilter, 'statuses' | 'stars' | 'minRating' | 'maxRating'>;

/** Filters by value, which indexes support. */
export type Equalities = Curation & Pick<ReviewFilter, 'tags' | 'channels' | 'sources'>;

/** Returns the conditions of a whole filter, within one sub account. */
export function allConditions(scope: Scope, filter: ReviewFilter): string[] {
  return [
    `review.sub_account_id = ${scope.subAccount}`,
    ...equalities(scope, filter),
    ...otherConditions(scope, filter),
    ...span(scope, filter, 'review'),
  ];
}

/**
 * Returns an equivalent, simpler filter: values are unique, a filter for every status is dropped, and rating bounds get
 * the stars that can lie between them, because indexes are ordered by star.
 */
export function simplified(filter: ReviewFilter): ReviewFilter {
  const { statuses, stars, minRating, maxRating } = filter;
  const everyStatus = REVIEW_STATUSES.every((_word, status) => statuses?.includes(status));
  const bounded = minRating !== undefined || maxRating !== undefined;
  const within = bounded ? starsBetween(minRating ?? 1, maxRating ?? 5) : undefined;
  return {
    ...filter,
    // Sorted, so that equal filters give the same statement.
    statuses: everyStatus ? undefined : unique(statuses)?.toSorted(),
    stars: unique(stars && within ? stars.filter((star) => within.includes(star)) : (stars ?? within)),
    channels: unique(filter.channels),
    sources: unique(filter.sources),
    tags: unique(filter.tags),
  };
}

function unique(list: number[] | undefined): number[] | undefined {
  return list && [...new Set(list)];
}

/** Returns the stars of the ratings between two bounds. The outer stars also contain ratings beyond the bounds. */
function starsBetween(lowest: number, highest: number): number[] {
  const [from, to] = [starBucket(lowest, 5) ?? 1, starBucket(highest, 5) ?? 5];
  return [1, 2, 3, 4, 5].filter((star) => star >= from && star <= to);
}

/** A review matches if it has any of the channels or any of the sources. Within each list, any value matches. */
export function equalities(scope: Scope, filter: Equalities): string[] {
  const { subAccount, parameters } = scope;
  const { channels, sources, tags } = filter;
  const origins = [
    ...(channels ? [isAny('review.channel_id', channels, 'bigint', parameters)] : []),
    ...(sources ? [isAny('review.source_id', sources, 'bigint', parameters)] : []),
  ];
  return [
    ...(origins.length > 0 ? [origins.length > 1 ? `(${origins.join(' or ')})` : origins.join()] : []),
    ...(tags
      ? [
          `review.id in (select tag.review_id from review_tags tag
             where tag.sub_account_id = ${subAccount} and ${isAny('tag.tag_id', tags, 'bigint', parameters)})`,
        ]
      : []),
    ...curation(scope, filter, 'review'),
  ];
}

/**
 * Returns conditions over `review` or its row in `review_tags` or `review_words`. A filter by star also lists every status,
 * because the indexes have the status before the star.
 */
export function curation(
  { parameters }: Scope,
  { statuses, stars, minRating, maxRating }: Curation,
  alias: Alias,
): string[] {
  const everyStatus = `${alias}.status = any ('{${[...REVIEW_STATUSES.keys()].join()}}')`;
  return [
    ...(statuses ? [isAny(`${alias}.status`, statuses, 'smallint', parameters)] : stars ? [everyStatus] : []),
    ...(stars ? [isAny(`${alias}.star`, stars, 'smallint', parameters)] : []),
    ...(minRating === undefined ? [] : [`${alias}.rating >= ${parameters.add(minRating)}`]),
    ...(maxRating === undefined ? [] : [`${alias}.rating <= ${parameters.add(maxRating)}`]),
  ];
}

function isAny(column: string, values: readonly number[], type: string, parameters: SqlParameters): string {
  if (values.length === 1) return `${column} = ${parameters.add(values[0], type)}`;
  return `${column} = any (${parameters.add(values, `${type}[]`)})`;
}

/** Returns the conditions other than values that indexes support and dates. */
export function otherConditions(scope: Scope, filter: ReviewFilter): string[] {
  const { parameters } = scope;
  const { platforms, languages, groups, excludeTags } = filter;
  return [
    ...wordConditions(scope, filter),
    ...(platforms ? [`review.platform = any (${parameters.add(platforms, 'text[]')})`] : []),
    ...(languages ? [inLanguages(parameters.add(languages, 'text[]'))] : []),
    ...(groups ? [inGroups(scope, groups)] : []),
    ...(excludeTags ? [`not review.tag_ids && ${parameters.add(excludeTags, 'bigint[]')}`] : []),
    ...(filter.mediaOnly ? [HAS_MEDIA] : []),
    ...(filter.withPhotos ? ['review.from_image is not null'] : []),
    ...(filter.withText ? ["review.text <> ''"] : []),
    ...(filter.withoutReply ? ['review.reply is null'] : []),
    ...(filter.own ? ['review.source_id is not null'] : []),
    ...(filter.kept ? [IS_KEPT] : []),
    ...(filter.shownOnly ? ['review.removed_on is null'] : []),
    ...(filter.updatedSince ? [`review.updated_on >= ${parameters.add(filter.updatedSince)}`] : []),
  ];
}

/** "en" includes "en-GB"; "en-GB" matches only itself. */
function inLanguages(wanted: string): string {
  return `(review.language = any (${wanted}) or split_part(review.language, '-', 1) = any (${wanted}))`;
}

function inGroups({ subAccount, parameters }: Scope, groups: readonly number[]): string {
  return `review.channel_id in (select copy.channel_id from channel_copies copy
    where copy.sub_account_id = ${subAccount} and copy.group_id = any (${parameters.add(groups, 'bigint[]')}))`;
}

/** Exactly the condition of reviews_media_newest_idx, so that the index can be used. */
const HAS_MEDIA = `(review.media @> '[{"type":"image"}]' or review.media @> '[{"type":"video"}]')`;

/** Exactly the condition of reviews_kept_newest_idx: the review outlived its channel. */
const IS_KEPT = "review.channel_id is null and review.origin = 'channel'";

/** A real date can be that of the unknown ones. Only such a review is looked up, because no index has the precision. */
function isDated(alias: Alias): string {
  const id = alias === 'review' ? 'review.id' : `${alias}.review_id`;
  return `(select dated.posted_precision from reviews dated where dated.id = ${id}) is distinct from 'unknown'`;
}

/** Returns the conditions for the date, which a review with an unknown date does not meet, over `review` or its row in `review_tags` or `review_words`. */
export function span(
  { parameters }: Scope,
  { since, before }: Pick<ReviewFilter, 'since' | 'before'>,
  alias: Alias,
): string[] {
  const date = `${alias}.posted_on`;
  const mayBeUnknown = since === undefined ? before !== undefined : since <= parseWireDate(UNKNOWN_DATE);
  return [
    ...(mayBeUnknown ? [`(${date} <> '${UNKNOWN_DATE}+00' or ${isDated(alias)})`] : []),
    ...(since ? [`${date} >= ${parameters.add(since)}`] : []),
    ...(before ? [`${date} < ${parameters.add(before)}`] : []),
  ];
}
