import { CUSTOM } from '../reviews/review';
import type { ReviewChange } from '../reviews/review-rows';
import type { ReviewEntity } from '../reviews/review.entity';
import type { RelabellingEntity } from './relabelling.entity';

/** The columns that decide how a review follows its tag or source. */
export type LabelledReview = Pick<
  ReviewEntity,
  'id' | 'rating_scale' | 'status' | 'tag_ids' | 'source_id' | 'platform' | 'label' | 'external_id'
>;

/** The source after the change. */
export interface NewSource {
  /** Null if it was deleted in the meantime. */
  name: string | null;
  /** The external ids of the batch that the source has already. */
  takenIds: ReadonlySet<string>;
}

/**
 * Returns the columns of a review that change with a tag; null if the review lost the tag in the meantime. After a rename the
 * review keeps its tags and is published with the new name.
 */
export function retagged(
  { tag_ids }: Pick<LabelledReview, 'tag_ids'>,
  { subject_id: subject, into_id: into, is_rename }: RelabellingEntity,
): ReviewChange | null {
  if (!tag_ids.includes(subject)) return null;
  if (is_rename) return { tag_ids };
  const kept = tag_ids.filter((id) => id !== subject && id !== into);
  return { tag_ids: into === null ? kept : [...kept, into].sort((a, b) => a - b) };
}

/**
 * Returns the columns of a review that change with a source; null if the review needs none. A review that was kept when its
 * channel was deleted keeps the platform's label. An external id that the new source has already is dropped.
 */
export function resourced(
  review: LabelledReview,
  { subject_id: subject, into_id: into, is_rename }: RelabellingEntity,
  { name, takenIds }: NewSource,
): ReviewChange | null {
  if (review.source_id !== subject) return null;
  const isRenamed = review.platform === CUSTOM && name !== null && name !== review.label;
  const label = isRenamed ? { label: name } : {};
  if (is_rename) return isRenamed ? label : null;
  const isTaken = review.external_id !== null && takenIds.has(review.external_id);
  return { source_id: into, ...label, ...(isTaken ? { external_id: null } : {}) };
}
