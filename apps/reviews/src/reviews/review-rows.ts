import { normalisedRating, type ReviewPayload, starBucket } from '@plaudit/contracts';
import type { ReviewEntity } from './review.entity';

/** Columns that every new review has. */
type RequiredColumn =
  'account_id' | 'sub_account_id' | 'platform' | 'label' | 'origin' | 'text' | 'from_name' | 'posted_on';

/** Columns that the table or the repository fills in. */
type DerivedColumn = 'id' | 'version' | 'rating' | 'star' | 'edited_fields' | 'created_on' | 'updated_on';

/** A column's value as this service writes it, where that differs from what Postgres returns. */
interface WrittenForm {
  /** Postgres returns `numeric` as text. */
  rating_value: number | null;
  /** Hex; Postgres returns a buffer. */
  fingerprint: string;
}

type WrittenRow = Omit<ReviewEntity, keyof WrittenForm> & WrittenForm;

/** A review to be stored. A column that is left out has the table's default. */
export type NewReview = Pick<WrittenRow, RequiredColumn | 'fingerprint'> &
  Partial<Omit<WrittenRow, RequiredColumn | 'fingerprint' | DerivedColumn>>;

/** Columns that a change may set. */
export type ReviewChange = Partial<
  Omit<NewReview, 'account_id' | 'sub_account_id' | 'origin' | 'backfill'> &
    Pick<ReviewEntity, 'edited_fields'>
>;

/** The columns of a stored review that writing a change needs. The history of a change also shows the others. */
export type ReviewBeforeChange = Pick<ReviewEntity, 'id' | 'rating_scale' | 'status'> &
  Partial<Pick<ReviewEntity, 'text' | 'tag_ids' | 'source_id'>>;

/** A change of a stored review. */
export interface ReviewUpdate<Stored = ReviewBeforeChange> {
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

/** Returns the columns of a new review. */
export function writtenRow(review: NewReview): object {
  return { ...withRating(review), fingerprint: bytea(review.fingerprint) };
}

/** Returns the columns that a change sets. */
export function changedColumns(
  { rating_scale }: ReviewBeforeChange,
  change: ReviewChange,
): Record<string, unknown> {
  const values = 'rating_value' in change ? withRating({ rating_scale, ...change }) : change;
  return { ...values, ...(change.fingerprint && { fingerprint: bytea(change.fingerprint) }) };
}

function bytea(hex: string): string {
  return `\\x${hex}`;
}

function withRating<T extends { rating_value?: number | null; rating_scale?: number }>(review: T) {
  const value = review.rating_value ?? null;
  const scale = review.rating_scale ?? 5;
  return { rating: normalisedRating(value, scale), star: starBucket(value, scale), ...review };
}
