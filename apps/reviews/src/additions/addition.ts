import { newReviewFields, type NewFields, tagNames } from '../reviews/review-changes';
import type { ReviewCreateInput } from '../reviews/reviews.dto';

/** A creation payload, read: what will be stored, and what it names. */
export interface Addition {
  /** Index in the request. */
  index: number;
  fields: NewFields;
  tags: readonly string[];
  /** Null means the default source. */
  sourceId: number | null;
}

/** Throws 400 for what the DTO's shape alone cannot refuse. */
export function readAddition(input: ReviewCreateInput, now: Date, index = 0): Addition {
  return {
    index,
    fields: newReviewFields(input, now),
    tags: tagNames(input.tags),
    sourceId: input.source_id ?? null,
  };
}
