const SRC = 'media[].src had the type string and now has string or null.';

/**
 * Changes of the released events that break consumers and were decided in spite of that, as `breakingChanges` words them.
 * The decisions are in docs/decisions.md. A release empties this list.
 */
export const DECIDED_CHANGES: readonly string[] = [
  // Decision 147.
  `channel.reviews_collected v1: data.reviews[].${SRC}`,
  `review.created v1: data.${SRC}`,
  `review.updated v1: data.${SRC}`,
  `review.deleted v1: data.${SRC}`,
];
