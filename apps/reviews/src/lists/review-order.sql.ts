import type { SqlParameters } from '@plaudit/database';
import type { Alias } from './review-conditions.sql';
import type { ReviewCursor, ReviewSort } from './review-cursor';

/** Tables other than `reviews`. */
type RowAlias = Exclude<Alias, 'review'>;

/** A value by which a list is ordered, over `review`. */
interface KeyColumn {
  sql: string;
  /** SQL of the value as a cursor has it. */
  written: string;
  /** Returns SQL of the value that `$n` of a cursor stands for. */
  read(parameter: string): string;
}

/** How a list is ordered: its columns in the same direction, by the name that each has in {@link keySelect}. */
export interface ReviewOrder {
  sort: ReviewSort;
  columns: Readonly<Record<string, KeyColumn>>;
  direction: 'asc' | 'desc';
}

const id: KeyColumn = { sql: 'review.id', written: 'id', read: (one) => `${one}::bigint` };
const posted_on: KeyColumn = {
  sql: 'review.posted_on',
  written: 'floor(extract(epoch from posted_on))::bigint',
  read: (one) => `to_timestamp(${one}::bigint)`,
};
const updated_on: KeyColumn = {
  sql: 'review.updated_on',
  written: '(extract(epoch from updated_on) * 1000000)::bigint',
  read: (one) => `(timestamptz 'epoch' + ${one}::bigint * interval '1 microsecond')`,
};
/** Exactly the expression of reviews_best_idx, so that the index can be used. */
const best: KeyColumn = {
  sql: 'coalesce(review.rating, -1)',
  written: 'best',
  read: (one) => `${one}::double precision`,
};

export const ORDERS: Readonly<Record<ReviewSort, ReviewOrder>> = {
  newest: { sort: 'newest', columns: { posted_on, id }, direction: 'desc' },
  oldest: { sort: 'oldest', columns: { posted_on, id }, direction: 'asc' },
  rating: { sort: 'rating', columns: { best, posted_on, id }, direction: 'desc' },
  updated: { sort: 'updated', columns: { updated_on, id }, direction: 'asc' },
};

/** Returns the columns of a key as a `select` names them. */
export function keySelect({ columns }: ReviewOrder): string {
  return Object.entries(columns)
    .map(([name, { sql }]) => `${sql} as ${name}`)
    .join(', ');
}

/** Returns the names of a key's columns. */
export function keyNames({ columns }: ReviewOrder): string {
  return Object.keys(columns).join(', ');
}

/** Returns the `order by` of keys, which may have an alias. `reversed` begins with the last one. */
export function keyOrder(
  { columns, direction }: ReviewOrder,
  { reversed = false, alias = '' }: { reversed?: boolean; alias?: string } = {},
): string {
  const other = direction === 'asc' ? 'desc' : 'asc';
  const names = Object.keys(columns).map((name) => (alias ? `${alias}.${name}` : name));
  return orderBy(names, reversed ? other : direction);
}

/** Returns the `order by` of reviews. */
export function reviewOrder({ columns, direction }: ReviewOrder): string {
  return orderBy(
    Object.values(columns).map(({ sql }) => sql),
    direction,
  );
}

/** Returns the `order by` of the rows of another table in an order by date. */
export function dateOrder({ direction }: ReviewOrder, alias: RowAlias): string {
  return orderBy(dateKey(alias), direction);
}

/**
 * Returns the condition that a review comes behind the cursor, or its row in another table in an order by date. Returns none
 * without a cursor.
 */
export function behind(
  { columns, direction }: ReviewOrder,
  cursor: ReviewCursor | null,
  parameters: SqlParameters,
  alias: Alias = 'review',
): string[] {
  if (!cursor) return [];
  const own = alias === 'review' ? Object.values(columns).map(({ sql }) => sql) : dateKey(alias);
  const values = Object.values(columns).map(({ read }, n) => read(parameters.add(cursor[n], 'text')));
  return [`(${own.join(', ')}) ${direction === 'asc' ? '>' : '<'} (${values.join(', ')})`];
}

/** Returns SQL of the `next_cursor` after a key. */
export function cursorAfter({ sort, columns }: ReviewOrder): string {
  return `concat_ws('_', '${sort}', ${Object.values(columns)
    .map(({ written }) => written)
    .join(', ')})`;
}

function dateKey(alias: RowAlias): string[] {
  return [`${alias}.posted_on`, `${alias}.review_id`];
}

function orderBy(names: readonly string[], direction: string): string {
  return `order by ${names.map((name) => `${name} ${direction}`).join(', ')}`;
}
