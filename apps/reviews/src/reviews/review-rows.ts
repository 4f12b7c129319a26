import type { ReviewPayload } from '@plaudit/contracts';
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
