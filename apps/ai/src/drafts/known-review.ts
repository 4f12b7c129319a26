import { parseWireDate, starBucket } from '@plaudit/contracts';
import { truncate } from '@plaudit/runtime';
import { MAX_READ_TEXT, type SourceReview } from '../generation/source-review';
import type { ReviewState } from '../reviews/review-copy';

/** A review of the caller's sub account. Its `channel_id` is 0 without a channel. */
export interface KnownReview extends SourceReview {
  channel_id: number;
}

/** Returns what a draft needs of a review as its owner sends it. The text is cut to {@link MAX_READ_TEXT}. */
export function knownReview(review: ReviewState): KnownReview {
  const { id, channel_id, rating_value, rating_scale, text, language, posted_on } = review;
  return {
    id,
    channel_id: channel_id ?? 0,
    star: starBucket(rating_value, rating_scale),
    text: truncate(text, MAX_READ_TEXT),
    language,
    posted_on: parseWireDate(posted_on).toISOString(),
  };
}
