import { MAX_READ_REVIEWS, MAX_READ_TEXT, type SourceReview } from '../generation/source-review';

/**
 * The most characters of all reviews together, in UTF-16 units. The newest reviews are read first. So many take 1.2 to 2.1 s of
 * processor time, and a task may take 15 s.
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
