/** Number of reviews by star. Every star is there. */
export type StarCounts = Record<'1' | '2' | '3' | '4' | '5', number>;

export const STARS = ['1', '2', '3', '4', '5'] as const;

/** Returns the sum of counts by star; zeros for an empty list. */
export function sumOfStars(counts: readonly StarCounts[]): StarCounts {
  const sums: StarCounts = { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 };
  for (const one of counts) for (const star of STARS) sums[star] += one[star];
  return sums;
}

/** Returns how many reviews have a star. */
export function ratedReviews(counts: StarCounts): number {
  return STARS.reduce((sum, star) => sum + counts[star], 0);
}

/** Returns how much each count grew since `before`. */
export function starGrowth(now: StarCounts, before: StarCounts): StarCounts {
  return Object.fromEntries(STARS.map((star) => [star, now[star] - before[star]])) as StarCounts;
}
