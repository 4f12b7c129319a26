import { normalisedRating, starBucket } from '@plaudit/contracts';
import { entityColumns } from '@plaudit/database';
import { ReviewEntity } from './review.entity';
import type { NewReview, ReviewChange, ReviewUpdate } from './review-rows';

const COLUMNS = entityColumns(ReviewEntity);
const NAMES = Object.keys(COLUMNS) as (keyof ReviewEntity)[];

type Row = Partial<Record<keyof ReviewEntity, unknown>>;

/**
 * The parts of an insert:
 * `insert into reviews (columns) select values from json_to_recordset(json) as given (record)`.
 */
export interface InsertedRows {
  columns: string;
  values: string;
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
  const named = NAMES.filter((name) => rows.some((row) => isGiven(row[name])));
  return {
    columns: named.join(', '),
    values: named.map((name) => valueSql(name, rows)).join(', '),
    record: named.map((name) => `${name} ${COLUMNS[name].type}`).join(', '),
    // Postgres skips the fields that the record does not name faster than they could be removed here.
    json: JSON.stringify(rows),
  };
}

/** A column that only some of the rows have gets its default in the others. */
function valueSql(name: keyof ReviewEntity, rows: readonly Row[]): string {
  const { default: byDefault } = COLUMNS[name];
  const needsDefault = byDefault !== null && !rows.every((row) => isGiven(row[name]));
  return needsDefault ? `coalesce(${name}, ${byDefault})` : name;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
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
