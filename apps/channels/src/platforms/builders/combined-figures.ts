import { parseCount, parseDecimal } from '../../normalise/numbers';

/**
 * Returns one score for several profiles: the average, weighted by the number of reviews of each. A score outside of the scale
 * does not count, because the average with it may lie within.
 */
export function combinedFigures(
  profiles: readonly { score?: unknown; reviews?: unknown }[],
  scale = 5,
): { score: number | null; reviews: number } {
  const counted = profiles.map(({ score, reviews }) => ({
    score: parseDecimal(score) ?? 0,
    reviews: parseCount(reviews) ?? 0,
  }));
  const rated = counted.filter(({ score, reviews }) => score > 0 && score <= scale && reviews > 0);
  const weights = rated.reduce((sum, { reviews }) => sum + reviews, 0);
  const weighted = rated.reduce((sum, { score, reviews }) => sum + score * reviews, 0);
  return {
    score: weights > 0 ? weighted / weights : null,
    reviews: counted.reduce((sum, { reviews }) => sum + reviews, 0),
  };
}
