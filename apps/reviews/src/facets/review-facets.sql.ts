import type { SqlParameters } from '@plaudit/database';
import { allConditions, curation, simplified, span } from '../lists/review-conditions.sql';
import { hasOnly, type ReviewFilter } from '../lists/review-filter';
import { curatedRows, isCuration, TAG_ROWS } from '../lists/review-list-count.sql';
import { type Scope, scopeOf } from '../lists/scope.sql';
import { CHOSEN_BY, type CountsRequest, type Facet, maxValuesOf } from './facets';

/**
 * Returns the statement for the number of matching reviews of each status and for the values of each facet, as `counts` and
 * `facets`. A facet leaves out its own filter, so that a menu can add a second value to the first one.
 */
export function countsStatement(
  subAccountId: number,
  { filter, facets }: CountsRequest,
): { sql: string; parameters: SqlParameters['values'] } {
  const scope = scopeOf(subAccountId);
  const counts = `select coalesce(json_object_agg(status, total), '{}') from (
    select status, sum(total) as total
    from (${curatedRows(scope, simplified({ ...filter, statuses: undefined }))}) matching group by status) counted`;
  const values = facets.map((facet) => `'${facet}', (${facetValues(scope, facet, filter)})`);
  return {
    sql: `select (${counts}) as counts, json_build_object(${values.join(', ')}) as facets`,
    parameters: scope.parameters.values,
  };
}

/** Returns true if counters have all that is asked for, so that no review is read. */
export function isCountedAhead({ filter, facets }: CountsRequest): boolean {
  return (
    isCuration(simplified({ ...filter, statuses: undefined })) &&
    facets.every((facet) => facet === 'rating' || (facet === 'tag' && hasOnly(filter, new Set())))
  );
}

/** Returns a `select` of a JSON object with the number of reviews of each value, the most frequent ones first. */
function facetValues(scope: Scope, facet: Facet, filter: ReviewFilter): string {
  const others = { ...filter };
  for (const name of CHOSEN_BY[facet]) delete others[name];
  return `select coalesce(json_object_agg(value, total order by total desc, value), '{}') from (
    ${valueRows(scope, facet, simplified(others))}
    group by value having sum(one) > 0 order by total desc, value limit ${maxValuesOf(facet)}) counted`;
}

function valueRows(scope: Scope, facet: Facet, filter: ReviewFilter): string {
  const of = (value: string, rows: string, one = '1') =>
    `select value, sum(one) as total from (select ${value} as value, ${one} as one from ${rows}) matching`;
  const where = (): string => `reviews review where ${allConditions(scope, filter).join(' and ')}`;
  switch (facet) {
    case 'rating':
      return of('star', `(${curatedRows(scope, filter)}) curated where star > 0`, 'total');
    case 'language':
      return of("split_part(review.language, '-', 1)", `${where()} and review.language is not null`);
    case 'channel':
      return of('review.channel_id', `${where()} and review.channel_id is not null`);
    case 'tag':
      return tagRows(scope, filter, of, where);
    case 'platform':
      return of('review.platform', where());
    case 'source':
      return of('review.source_id', `${where()} and review.source_id is not null`);
  }
}

function tagRows(
  scope: Scope,
  filter: ReviewFilter,
  of: (value: string, rows: string, one?: string) => string,
  where: () => string,
): string {
  const { subAccount } = scope;
  if (hasOnly(filter, new Set())) {
    return of('tag_id', `tag_counts where sub_account_id = ${subAccount}`, 'total');
  }
  if (!hasOnly(filter, TAG_ROWS)) {
    return of('tag_id', `(select unnest(review.tag_ids) as tag_id from ${where()}) tagged`);
  }
  const conditions = [
    `tag.sub_account_id = ${subAccount}`,
    ...curation(scope, filter, 'tag'),
    ...span(scope, filter, 'tag'),
  ];
  return of('tag.tag_id', `review_tags tag where ${conditions.join(' and ')}`);
}
