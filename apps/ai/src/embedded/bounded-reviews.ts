import { MAX_READ_REVIEWS, MAX_READ_TEXT, type SourceReview } from '../generation/source-review';

/**
 * The most characters of all reviews together, in UTF-16 units. The newest reviews are read first. They take about a second, so that a
 * task ends long before its time limit even if other processes need the processors.
 */
export const MAX_READ_CHARACTERS = 600_000;

/** Returns the newest reviews that one task may read, with their texts cut. `reviews` is ordered, the newest first. */
export function boundedReviews(reviews: readonly SourceReview[]): SourceReview[] {
  let left = MAX_READ_CHARACTERS;
  const bounded: SourceReview[] = [];
  for (const review of reviews.slice(0, MAX_READ_REVIEWS)) {
    const read = boundedReview(review);
    left -= read.text.length;
    if (left < 0) break;
    bounded.push(read);
  }
  return bounded;
}

/** Returns the review with its text cut. Other properties of the object are left out. */
export function boundedReview({ id, star, text, language, posted_on }: SourceReview): SourceReview {
  return { id, star, text: text.slice(0, MAX_READ_TEXT), language, posted_on };
}
