import { createHash } from 'node:crypto';
import { simplified } from './review-conditions.sql';
import { countSql, isCounted } from './review-list-count.sql';
import type { ReviewListRequest } from './review-filter';
import { REVIEW_JSON, wireDateSql } from '../reviews/review-json.sql';
import { pageKeys } from './review-list-keys.sql';
import { cursorAfter, keyNames, keyOrder, ORDERS } from './review-order.sql';
import { scopeOf } from './scope.sql';

/** SQL with its parameters. */
export interface Statement {
  sql: string;
  parameters: unknown[];
  /** Name of a prepared statement, set if one plan serves every tenant and value. It saves half of a page's time. */
  name?: string;
}

/**
 * Returns the statement for one page of a list as JSON text: `{count, limit, items, next_before_ts, next_before_id,
 * next_cursor}`. A single statement reads the count and the items in the same snapshot. Without items there is no cursor. With
 * `updatedBefore`, the page has no review that changed at that time or later, and says so as `updated_until`.
 */
export function pageStatement(
  subAccountId: number,
  request: ReviewListRequest,
  updatedBefore: Date | null = null,
): Statement {
  const order = ORDERS[request.sort];
  const scope = scopeOf(subAccountId);
  const filter = simplified(request.filter);
  const isPlain = isCounted(filter);
  const count = countSql(scope, filter);
  const keys = pageKeys(scope, {
    ...request,
    order,
    updatedBefore,
    filter,
    limit: isPlain ? roundedUp(request.limit) : request.limit,
  });
  const limit = scope.parameters.add(request.limit, 'int');
  const until = updatedBefore
    ? `, ',"updated_until":"', ${wireDateSql(scope.parameters.add(updatedBefore, 'timestamptz'))}, '"'`
    : '';
  const sql = `
    with key as materialized (select ${keyNames(order)} from (${keys}) found ${keyOrder(order)} limit ${limit}),
    page as (select key.*, (${REVIEW_JSON})::text as item from key join reviews review on review.id = key.id),
    last as (select * from key ${keyOrder(order, { reversed: true })} limit 1)
    select concat(
      '{"count":', (${count}), ',"limit":', ${limit},
      ',"items":[', (select string_agg(item, ',' ${keyOrder(order)}) from page), ']',
      (select concat(${NEXT[request.sort]}',"next_cursor":"', ${cursorAfter(order)}, '"') from last)${until}, '}') as page`;
  return { sql, parameters: scope.parameters.values, ...(isPlain ? { name: nameOf(sql) } : {}) };
}

/** Lists in other orders than newest have no cursor of two parts. */
const BEFORE = `',"next_before_ts":', floor(extract(epoch from posted_on))::bigint, ',"next_before_id":', id, `;
const NEXT = { newest: BEFORE, oldest: '', rating: '', updated: '' } as const;

/** The planner must know how few rows are needed. Each number has its own plan, so that only two are used. */
function roundedUp(limit: number): number {
  return limit <= 25 ? 25 : 100;
}

function nameOf(sql: string): string {
  return createHash('md5').update(sql).digest('base64');
}
