import {
  normalisedRating,
  type ReviewMedia,
  type ReviewOrigin,
  type ReviewPayload,
  type ReviewReply,
  starBucket,
} from '@plaudit/contracts';
import type { ReviewEntity } from './review.entity';

/** A review to be stored; what is left out has the column's default. */
export interface NewReview {
  account_id: number;
  sub_account_id: number;
  channel_id: number | null;
  source_id: number | null;
  external_id: string | null;
  platform: string;
  label: string;
  origin: ReviewOrigin;
  backfill: boolean;
  status: number;
  text: string;
  from_name: string;
  from_image: string | null;
  from_url: string | null;
  from_email: string | null;
  post_url: string | null;
  rating_value: number | null;
  rating_scale: number;
  posted_on: Date;
  language: string | null;
  additional: Record<string, unknown> | null;
  media: ReviewMedia[];
  reply: ReviewReply | null;
  verified: boolean;
  tag_ids: number[];
  /** Hex. */
  fingerprint: string;
  content_hash: string | null;
  removed_on: Date | null;
  /** See ReviewEntity; only of collected reviews. */
  collected_version?: number;
}

/** Columns that a change may set. */
export type ReviewChange = Partial<
  Omit<NewReview, 'account_id' | 'sub_account_id' | 'origin' | 'backfill'>
> & {
  edited_fields?: string[];
};

/** A change of a stored review. */
export interface ReviewUpdate<Stored = Pick<ReviewEntity, 'id' | 'rating_scale'>> {
  stored: Stored;
  change: ReviewChange;
}

/** A stored review as its event carries it, and the version that goes with it. */
export interface StoredReview {
  id: number;
  version: number;
  account_id: number;
  sub_account_id: number;
  payload: ReviewPayload;
}

type Row = NewReview & { rating: number | null; star: number | null };

/** How `json_to_recordset` reads each column. */
const COLUMN_TYPES: Record<keyof Row, string> = {
  account_id: 'bigint',
  sub_account_id: 'bigint',
  channel_id: 'bigint',
  source_id: 'bigint',
  external_id: 'text',
  platform: 'text',
  label: 'text',
  origin: 'text',
  backfill: 'boolean',
  status: 'smallint',
  text: 'text',
  from_name: 'text',
  from_image: 'text',
  from_url: 'text',
  from_email: 'text',
  post_url: 'text',
  rating_value: 'numeric',
  rating_scale: 'smallint',
  rating: 'double precision',
  star: 'smallint',
  posted_on: 'timestamptz',
  language: 'text',
  additional: 'jsonb',
  media: 'jsonb',
  reply: 'jsonb',
  verified: 'boolean',
  tag_ids: 'bigint[]',
  fingerprint: 'bytea',
  content_hash: 'text',
  removed_on: 'timestamptz',
  collected_version: 'integer',
};
const NAMES = Object.keys(COLUMN_TYPES) as (keyof Row)[];

/** New reviews for an insert: `insert into reviews (columns) select columns from json_to_recordset(json) as given (record)`. */
export interface GivenReviews {
  columns: string;
  record: string;
  json: string;
}

/** Names only what one of them has: most columns of most reviews are null, and each costs time to read. */
export function givenReviews(reviews: readonly NewReview[]): GivenReviews {
  const rows = reviews.map((review): Row => ({
    ...withRating(review),
    fingerprint: bytea(review.fingerprint),
  }));
  const named = NAMES.filter((name) => rows.some((row) => row[name] !== null && row[name] !== undefined));
  return {
    columns: named.join(', '),
    record: named.map((name) => `${name} ${COLUMN_TYPES[name]}`).join(', '),
    json: JSON.stringify(rows.map((row) => Object.fromEntries(named.map((name) => [name, row[name]])))),
  };
}

function bytea(hex: string): string {
  return `\\x${hex}`;
}

function withRating<T extends { rating_value?: number | null; rating_scale?: number }>(review: T) {
  const value = review.rating_value ?? null;
  const scale = review.rating_scale ?? 5;
  return { rating: normalisedRating(value, scale), star: starBucket(value, scale), ...review };
}

/** A change as `jsonb_populate_record` reads it. */
export function changedRow(
  { rating_scale }: ReviewUpdate['stored'],
  change: ReviewChange,
): Record<string, unknown> {
  const values = 'rating_value' in change ? withRating({ rating_scale, ...change }) : change;
  const fingerprint = change.fingerprint && { fingerprint: bytea(change.fingerprint) };
  const given = Object.entries({ ...values, ...fingerprint }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
