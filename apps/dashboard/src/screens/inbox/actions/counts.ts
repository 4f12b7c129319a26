import type { ReviewStatus } from '../filters/filters';
import type { ReviewCounts } from '../list-requests';

/** Returns the counts after reviews went from their status to another, or were deleted (`to` is null). */
export function shifted(
  counts: ReviewCounts,
  from: readonly ReviewStatus[],
  to: ReviewStatus | null,
): ReviewCounts {
  const next = { ...counts };
  for (const status of from) {
    next[status] = Math.max(0, next[status] - 1);
    if (to) next[to] += 1;
    else next.total = Math.max(0, next.total - 1);
  }
  return next;
}
