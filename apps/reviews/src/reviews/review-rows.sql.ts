import { normalisedRating, starBucket } from '@plaudit/contracts';
import { columnTypes } from '@plaudit/database';
import { ReviewEntity } from './review.entity';
import type { NewReview, ReviewChange, ReviewUpdate } from './review-rows';

/** Name and type of every column, as `json_to_recordset` needs them. */
const COLUMN_TYPES = columnTypes(ReviewEntity);
const COLUMNS = Object.keys(COLUMN_TYPES) as (keyof ReviewEntity)[];

type Row = Partial<Record<keyof ReviewEntity, unknown>>;

/**
 * The parts of an insert:
 * `insert into reviews (columns) select columns from json_to_recordset(json) as given (record)`.
 */
export interface InsertedRows {
  columns: string;
  record: string;
  json: string;
}

/**
 * Prepares new reviews for an insert. It names only the columns that at least one review has, because Postgres spends
 * time on every column it reads from JSON and most columns of most reviews are null.
 */
export function insertedRows(reviews: readonly NewReview[]): InsertedRows {
  const rows = reviews.map((review): Row => ({
    ...withRating(review),
    fingerprint: bytea(review.fingerprint),
  }));
  const named = COLUMNS.filter((name) => rows.some((row) => row[name] !== null && row[name] !== undefined));
  return {
    columns: named.join(', '),
    record: named.map((name) => `${name} ${COLUMN_TYPES[name]}`).join(', '),
    json: JSON.stringify(rows.map((row) => Object.fromEntries(named.map((name) => [name, row[name]])))),
  };
}

/** Returns a change as `jsonb_populate_record` reads it. */
export function changedRow({ rating_scale }: ReviewUpdate['stored'], change: ReviewChange): Row {
  const values = 'rating_value' in change ? withRating({ rating_scale, ...change }) : change;
  const fingerprint = change.fingerprint && { fingerprint: bytea(change.fingerprint) };
  const given = Object.entries({ ...values, ...fingerprint }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}

function bytea(hex: string): string {
  return `\\x${hex}`;
}

function withRating<T extends { rating_value?: number | null; rating_scale?: number }>(review: T) {
  const value = review.rating_value ?? null;
  const scale = review.rating_scale ?? 5;
  return { rating: normalisedRating(value, scale), star: starBucket(value, scale), ...review };
}
