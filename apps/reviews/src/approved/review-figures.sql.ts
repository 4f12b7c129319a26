import { allConditions } from '../lists/review-conditions.sql';
import type { Scope } from '../lists/scope.sql';
import type { ReviewFilter } from '../lists/review-filter';
import { curatedRows } from '../lists/review-list-count.sql';

/** Figures over rows of (star, rating, total): either counters, whose total may be 0, or one row per review. */
const FIGURES = `json_build_object(
  'count', coalesce(sum(total), 0),
  'average', round((sum(rating * total) filter (where star > 0)
    / nullif(sum(total) filter (where star > 0), 0))::numeric, 2),
  'distribution', json_build_object(${[1, 2, 3, 4, 5].map((star) => `'${star}', coalesce(sum(total) filter (where star = ${star}), 0)`).join(', ')}))`;

/** Returns SQL for the count, average and distribution of the reviews that match a simplified filter, as `figures`. */
export function figuresSql(scope: Scope, filter: ReviewFilter, onePerAuthor: boolean): string {
  return `select ${FIGURES} as figures from (${ratedRows(scope, filter, onePerAuthor)}) rated`;
}

function ratedRows(scope: Scope, filter: ReviewFilter, onePerAuthor: boolean): string {
  if (onePerAuthor) {
    return `select star, rating, 1 as total from (${newestOfEachAuthor(allConditions(scope, filter).join(' and '))}) review`;
  }
  const { shownOnly, ...others } = filter;
  const counted = `select star, rating, total from (${curatedRows(scope, others)}) curated`;
  if (!shownOnly) return counted;
  // The counters do not know which reviews were removed. An index has them, mostly few.
  const removed = [...allConditions(scope, others), 'review.removed_on is not null'];
  return `${counted} union all select star, rating, -1 from reviews review where ${removed.join(' and ')}`;
}

/** Returns SQL for the newest review of each author. */
export function newestOfEachAuthor(where: string): string {
  return `select distinct on (lower(review.from_name)) review.* from reviews review where ${where}
    order by lower(review.from_name), review.posted_on desc, review.id desc`;
}
