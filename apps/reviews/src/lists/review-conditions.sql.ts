import { REVIEW_STATUSES, starBucket } from '@plaudit/contracts';
import type { ReviewCursor, ReviewFilter } from './review-filter';

/** The values of one statement, in the order of their numbers. */
class SqlParameters {
  readonly values: unknown[] = [];

  /** Adds a value and returns its `$n`. Give the type where Postgres cannot infer it. */
  add(value: unknown, type?: string): string {
    this.values.push(value);
    return `$${this.values.length}${type ? `::${type}` : ''}`;
  }
}

/** What every condition needs: the sub account and the parameters of the statement. */
export interface Scope {
  /** `$n` of the sub account. */
  subAccount: string;
  parameters: SqlParameters;
}

/** What the counters and the rows of `review_tags` know of a review. */
export type Curation = Pick<ReviewFilter, 'statuses' | 'stars' | 'minRating' | 'maxRating'>;

/** Filters by values, which indexes lead to. */
export type Equalities = Curation & Pick<ReviewFilter, 'tags' | 'channels' | 'sources'>;

/** The beginning of a statement: its first parameter is the sub account. */
export function scopeOf(subAccountId: number): Scope {
  const parameters = new SqlParameters();
  return { subAccount: parameters.add(subAccountId), parameters };
}

/** The whole filter of a list, always bound to one sub account. */
export function allConditions(scope: Scope, filter: ReviewFilter): string[] {
  return [
    `review.sub_account_id = ${scope.subAccount}`,
    ...equalities(scope, filter),
    ...otherConditions(scope, filter),
    ...span(scope, filter, 'review'),
  ];
}

/**
 * The same reviews in fewer words: a value counts once, every status is no restriction, and rating bounds name the only
 * stars that can lie between them, by which indexes are ordered.
 */
export function simplified(filter: ReviewFilter): ReviewFilter {
  const { statuses, stars, minRating, maxRating } = filter;
  const everyStatus = REVIEW_STATUSES.every((_word, status) => statuses?.includes(status));
  const bounded = minRating !== undefined || maxRating !== undefined;
  const within = bounded ? starsBetween(minRating ?? 1, maxRating ?? 5) : undefined;
  return {
    ...filter,
    // Sorted, so that one question is one statement however it is put.
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

/** Stars of the ratings between two bounds; those at the ends have ratings beyond them as well. */
function starsBetween(lowest: number, highest: number): number[] {
  const [from, to] = [starBucket(lowest, 5) ?? 1, starBucket(highest, 5) ?? 5];
  return [1, 2, 3, 4, 5].filter((star) => star >= from && star <= to);
}

/** Channels and custom sources match as either-or; so do the values of each list. */
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

/** Over `review` or its row in `review_tags`. Indexes name the status before the star, so that is spelled out too. */
export function curation(
  { parameters }: Scope,
  { statuses, stars, minRating, maxRating }: Curation,
  alias: 'review' | 'tag',
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

/** Everything but the values that indexes lead to and the time. */
export function otherConditions({ parameters }: Scope, filter: ReviewFilter): string[] {
  const { q, keyword, platforms, languages, excludeTags } = filter;
  const found = (column: string, pattern: string): string => `${column} ilike ${pattern}`;
  const q_ = q ? parameters.add(containing(q), 'text') : null;
  return [
    ...(q_ ? [`(${found('review.text', q_)} or ${found('review.from_name', q_)})`] : []),
    ...(keyword ? [found('review.text', parameters.add(containing(keyword)))] : []),
    ...(platforms ? [`review.platform = any (${parameters.add(platforms, 'text[]')})`] : []),
    ...(languages ? [inLanguages(parameters.add(languages, 'text[]'))] : []),
    ...(excludeTags ? [`not review.tag_ids && ${parameters.add(excludeTags, 'bigint[]')}`] : []),
    ...(filter.excludeKeywords ?? []).map(
      (word) => `review.text not ilike ${parameters.add(containing(word))}`,
    ),
    ...(filter.mediaOnly ? [HAS_MEDIA] : []),
    ...(filter.withPhotos ? ['review.from_image is not null'] : []),
    ...(filter.withText ? ["review.text <> ''"] : []),
  ];
}

/** "en" takes in "en-GB", and "en-GB" itself alone. */
function inLanguages(wanted: string): string {
  return `(review.language = any (${wanted}) or split_part(review.language, '-', 1) = any (${wanted}))`;
}

/** Word for word the condition of reviews_media_newest_idx. */
const HAS_MEDIA = `(review.media @> '[{"type":"image"}]' or review.media @> '[{"type":"video"}]')`;

/** Between `since` and `until`, and after the cursor where one is given; over `review` or its row in `review_tags`. */
export function span(
  { parameters }: Scope,
  { since, before }: Pick<ReviewFilter, 'since' | 'before'>,
  alias: 'review' | 'tag',
  cursor: ReviewCursor | null = null,
): string[] {
  const date = `${alias}.posted_on`;
  const id = alias === 'review' ? 'review.id' : 'tag.review_id';
  return [
    ...(since ? [`${date} >= ${parameters.add(since)}`] : []),
    ...(before ? [`${date} < ${parameters.add(before)}`] : []),
    ...(cursor
      ? [
          `(${date}, ${id}) < (to_timestamp(${parameters.add(cursor.ts)}), ${parameters.add(cursor.id, 'bigint')})`,
        ]
      : []),
  ];
}

/** A literal search: `%`, `_` and the backslash mean themselves. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
