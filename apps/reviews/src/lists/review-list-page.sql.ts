import { createHash } from 'node:crypto';
import { simplified } from './review-conditions.sql';
import { countSql, isCounted } from './review-list-count.sql';
import type { ReviewListRequest } from './review-filter';
import { REVIEW_JSON } from '../reviews/review-json.sql';
import { pageKeys } from './review-list-keys.sql';
import { scopeOf } from './scope.sql';

/** SQL with its parameters. */
export interface Statement {
  sql: string;
  parameters: unknown[];
  /** Name of a prepared statement, set if one plan serves every tenant and value. It saves half of a page's time. */
  name?: string;
}

/**
 * Returns the statement for one page of a list as JSON text: `{count, limit, items, next_before_ts, next_before_id}`. A
 * single statement reads the count and the items in the same snapshot. Without items there is no cursor.
 */
export function pageStatement(subAccountId: number, request: ReviewListRequest): Statement {
  const scope = scopeOf(subAccountId);
  const filter = simplified(request.filter);
  const isPlain = isCounted(filter);
  const count = countSql(scope, filter);
  const keys = pageKeys(scope, {
    ...request,
    filter,
    limit: isPlain ? roundedUp(request.limit) : request.limit,
  });
  const limit = scope.parameters.add(request.limit, 'int');
  const sql = `
    with key as materialized (select posted_on, id from (${keys}) found order by posted_on desc, id desc limit ${limit}),
    page as (
      select key.posted_on, key.id, (${REVIEW_JSON})::text as item from key join reviews review on review.id = key.id
    ),
    last as (select floor(extract(epoch from posted_on))::bigint as ts, id from key order by posted_on, id limit 1)
    select concat(
      '{"count":', (${count}), ',"limit":', ${limit},
      ',"items":[', (select string_agg(item, ',' order by posted_on desc, id desc) from page), ']',
      (select concat(',"next_before_ts":', ts, ',"next_before_id":', id) from last), '}') as page`;
  return { sql, parameters: scope.parameters.values, ...(isPlain ? { name: nameOf(sql) } : {}) };
}

/** The planner must know how few rows are needed. Each number has its own plan, so that only two are used. */
function roundedUp(limit: number): number {
  return limit <= 25 ? 25 : 100;
}

function nameOf(sql: string): string {
  return createHash('md5').update(sql).digest('base64');
}
