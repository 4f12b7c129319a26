import { ApiError } from '@plaudit/contracts';
import { MAX_TAGS } from '../reviews/fields/input-fields';
import type { ReviewUpdate } from '../reviews/review-rows';
import type { CuratedReview } from './curation.repository';

/** What a bulk update does to each review, by the ids of tags. */
export interface Curation {
  /** Null if the status stays. */
  status: number | null;
  add: readonly number[];
  remove: readonly number[];
  /** Number of tags that a dry run does not create. */
  missing: number;
}

/** Returns how a review changes; without columns if it has the wanted state already. Returns the error if it would have too many tags. */
export function curated(
  stored: CuratedReview,
  { status, add, remove, missing }: Curation,
): ReviewUpdate<CuratedReview> | ApiError {
  const kept = stored.tag_ids.filter((id) => !remove.includes(id));
  const tag_ids = [...new Set([...kept, ...add])].sort((a, b) => a - b);
  const count = tag_ids.length + missing;
  const grows = count > stored.tag_ids.length;
  if (grows && count > MAX_TAGS) {
    return new ApiError(
      'validation_failed',
      `tags_add would give review ${stored.id} ${count} tags; a review has at most ${MAX_TAGS}.`,
      { field: 'tags_add' },
    );
  }
  const retagged =
    grows || tag_ids.length < stored.tag_ids.length || !tag_ids.every((id) => stored.tag_ids.includes(id));
  return {
    stored,
    change: {
      ...(status === null || status === stored.status ? {} : { status }),
      ...(retagged ? { tag_ids } : {}),
    },
  };
}
