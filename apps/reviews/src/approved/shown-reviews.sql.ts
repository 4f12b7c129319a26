import {
  MAX_SHOWING_WIDGETS,
  type ShownReviewsRequest,
  type ShownReviewsSelection,
} from '@plaudit/contracts';
import { allConditions, simplified } from '../lists/review-conditions.sql';
import { pageKeys } from '../lists/review-list-keys.sql';
import type { Statement } from '../lists/review-list-page.sql';
import { ORDERS } from '../lists/review-order.sql';
import { type Scope, scopeOf } from '../lists/scope.sql';
import { APPROVED } from '../reviews/review';
import { approved, everyApproved, filterOf, NEWEST, orderOf } from './widget-selection.sql';

/**
 * Returns the statement for the rows (place, shown, id) of the reviews that each selection accepts and, with `shown`, shows if all
 * of them are approved. A selection without a limit shows what it accepts, and has no rows with `shown`.
 */
export function shownStatement(
  subAccountId: number,
  { review_ids, selections }: ShownReviewsRequest,
): Statement {
  const scope = scopeOf(subAccountId);
  const ids = scope.parameters.add(review_ids, 'bigint[]');
  const rows = selections.slice(0, MAX_SHOWING_WIDGETS).flatMap((selection, place) => {
    const among = (shown: boolean, sql: string) =>
      `select ${place} as place, ${shown} as shown, id from (${sql}) selected where id = any (${ids})`;
    return [
      among(false, acceptedSql(scope, selection, ids)),
      ...(selection.limit === null ? [] : [among(true, shownSql(scope, selection, selection.limit, ids))]),
    ];
  });
  return { sql: rows.join(' union all '), parameters: scope.parameters.values };
}

function acceptedSql(scope: Scope, { filters }: ShownReviewsSelection, ids: string): string {
  const conditions = allConditions(scope, simplified(filterOf(filters)));
  // Another review of the same author may take the place.
  if (filters.one_per_author) return `select id from ${ofCandidates(conditions, filters, ids)}`;
  return `select review.id from reviews review where ${[...conditions, `review.id = any (${ids})`].join(' and ')}`;
}

function shownSql(scope: Scope, selection: ShownReviewsSelection, limit: number, ids: string): string {
  const { filters, sort } = selection;
  if (sort === 'newest' && !filters.one_per_author) {
    // No review moves up when others are approved, so the first approved ones and the candidates have all that can be shown.
    const first = pageKeys(scope, { filter: approved(filters), order: ORDERS.newest, cursor: null, limit });
    return `select review.id from reviews review
      where review.id in (select id from (${first}) found union ${acceptedSql(scope, selection, ids)})
      order by ${NEWEST} limit ${limit}`;
  }
  const conditions = allConditions(scope, simplified(filterOf(filters)));
  const order = orderOf(sort, filters.pinned_ids ?? [], scope.parameters.values);
  return `select review.id from ${ofCandidates(conditions, filters, ids)} order by ${order} limit ${limit}`;
}

/** The approved reviews as they would be if the candidates were approved. */
function ofCandidates(
  conditions: readonly string[],
  filters: ShownReviewsSelection['filters'],
  ids: string,
): string {
  return everyApproved([...conditions, `(review.status = ${APPROVED} or review.id = any (${ids}))`], filters);
}
