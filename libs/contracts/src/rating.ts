export type Sentiment = 'positive' | 'neutral' | 'negative';

/** Returns the unrounded rating on five stars, or null without a rating (null, or 0 on a scale of at most 5). */
export function normalisedRating(value: number | null, scale: number): number | null {
  if (value === null || (value === 0 && scale <= 5)) return null;
  return (value * 5) / scale;
}

/**
 * Returns the star from 1 to 5 that filters, sentiment, reports and AI use: clamp(floor(r * 5 / scale + 0.5), 1, 5).
 * Returns null without a rating. SQL versions of this rule are tested against it.
 */
export function starBucket(value: number | null, scale: number): 1 | 2 | 3 | 4 | 5 | null {
  const rating = normalisedRating(value, scale);
  if (rating === null) return null;
  return Math.min(5, Math.max(1, Math.floor(rating + 0.5))) as 1 | 2 | 3 | 4 | 5;
}

/** Returns positive for stars 4 and 5, neutral for 3, negative for 1 and 2, and null without a rating. */
export function sentimentOf(star: number | null): Sentiment | null {
  if (star === null) return null;
  if (star >= 4) return 'positive';
  return star === 3 ? 'neutral' : 'negative';
}
