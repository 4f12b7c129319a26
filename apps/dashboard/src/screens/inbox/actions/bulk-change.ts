import type { ReviewStatus } from '../filters/filters';
import type { Review } from '../model/review-rows';

/** One change of many reviews. */
export type BulkChange =
  { status: ReviewStatus } | { tags_add: [name: string] } | { tags_remove: [name: string] };

export interface Reversal {
  reviews: Review[];
  change: BulkChange;
}

const isNamed =
  (name: string) =>
  (tag: { name: string }): boolean =>
    tag.name.toLowerCase() === name.toLowerCase();

/** Returns the review as it is after the change. The id of a tag that is new to it is found in `tagIds`, else 0. */
export function changed(review: Review, change: BulkChange, tagIds: ReadonlyMap<string, number>): Review {
  if ('status' in change) return { ...review, status: change.status };
  if ('tags_remove' in change) {
    const [name] = change.tags_remove;
    return { ...review, tags: review.tags.filter((tag) => !isNamed(name)(tag)) };
  }
  const [name] = change.tags_add;
  if (review.tags.some(isNamed(name))) return review;
  return { ...review, tags: [...review.tags, { id: tagIds.get(name.toLowerCase()) ?? 0, name }] };
}

/** Returns true if the review already is as the change would make it. */
export function isUnchanged(review: Review, change: BulkChange): boolean {
  if ('status' in change) return review.status === change.status;
  if ('tags_add' in change) return review.tags.some(isNamed(change.tags_add[0]));
  return !review.tags.some(isNamed(change.tags_remove[0]));
}

/**
 * Returns the changes that take `change` back. `before` are the reviews as they were: each returns to its own status, and a tag
 * stays on those that had it before.
 */
export function reversalsOf(before: readonly Review[], change: BulkChange): Reversal[] {
  const affected = before.filter((review) => !isUnchanged(review, change));
  if (affected.length === 0) return [];
  if ('tags_add' in change) return [{ reviews: affected, change: { tags_remove: change.tags_add } }];
  if ('tags_remove' in change) return [{ reviews: affected, change: { tags_add: change.tags_remove } }];
  const statuses = [...new Set(affected.map(({ status }) => status))];
  return statuses.map((status) => ({
    reviews: affected.filter((review) => review.status === status),
    change: { status },
  }));
}
