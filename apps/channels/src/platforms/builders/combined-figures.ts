import { parseCount, parseDecimal } from '../../normalise/numbers';

/** Returns one score for several profiles: the average, weighted by the number of reviews of each. */
export function combinedFigures(profiles: readonly { score?: unknown; reviews?: unknown }[]): {
  score: number | null;
  reviews: number;
} {
  const counted = profiles.map(({ score, reviews }) => ({
    score: parseDecimal(score) ?? 0,
    reviews: parseCount(reviews) ?? 0,
  }));
  const rated = counted.filter((profile) => profile.score > 0 && profile.reviews > 0);
  const weights = rated.reduce((sum, { reviews }) => sum + reviews, 0);
  const weighted = rated.reduce((sum, { score, reviews }) => sum + score * reviews, 0);
  return {
    score: weights > 0 ? weighted / weights : null,
    reviews: counted.reduce((sum, { reviews }) => sum + reviews, 0),
  };
}
