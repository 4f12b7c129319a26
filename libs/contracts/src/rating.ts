export type Sentiment = 'positive' | 'neutral' | 'negative';

/** The rating on five stars, unrounded; null when there is none (null, or 0 on a scale of at most 5). */
export function normalisedRating(value: number | null, scale: number): number | null {
  if (value === null || (value === 0 && scale <= 5)) return null;
  return (value * 5) / scale;
}

/**
 * The star a rating counts as in filters, sentiment, reports and AI: clamp(floor(r * 5 / scale + 0.5), 1, 5), or null
 * without a rating. The one definition for every service; SQL twins are tested against it.
 */
export function starBucket(value: number | null, scale: number): 1 | 2 | 3 | 4 | 5 | null {
  const rating = normalisedRating(value, scale);
  if (rating === null) return null;
  return Math.min(5, Math.max(1, Math.floor(rating + 0.5))) as 1 | 2 | 3 | 4 | 5;
}

/** Stars 4 and 5 are positive, 3 neutral, 1 and 2 negative; null without a rating. */
export function sentimentOf(star: number | null): Sentiment | null {
  if (star === null) return null;
  if (star >= 4) return 'positive';
  return star === 3 ? 'neutral' : 'negative';
}
