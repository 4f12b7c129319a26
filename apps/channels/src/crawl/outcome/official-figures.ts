import { roundScore } from '../../normalise/numbers';
import type { OfficialFigures } from '../../platforms/platform';

export interface KnownFigures {
  score: number | null;
  reviews: number | null;
  rating_scale: number;
}

/** The figures that fell to null or 0 in the last crawl. Each is believed if the next crawl reads the same. */
export interface DoubtedFigures {
  score?: number | null;
  reviews?: number | null;
}

export interface SettledFigures {
  /** The figures to store. */
  figures: KnownFigures;
  doubted: DoubtedFigures;
}

/** Platforms lose figures for a moment, so null or 0 does not replace a known positive figure at once. */
function isFall(known: number | null, read: number | null): boolean {
  return (read === null || read === 0) && known !== null && known > 0;
}

/** Returns true if a known figure is missing from what the platform shows now. A second request may bring it back. */
export function hasMissingFigures(known: KnownFigures, read: OfficialFigures): boolean {
  return isFall(known.score, read.score) || isFall(known.reviews, read.reviews);
}

/**
 * Returns the figures to store, and those to doubt until the next crawl. `doubted` are those of the last crawl. The scale
 * changes only together with a score.
 */
export function settleFigures(
  known: KnownFigures,
  read: OfficialFigures,
  doubted: DoubtedFigures = {},
): SettledFigures {
  const score = read.score === null ? null : roundScore(read.score);
  const { reviews } = read;
  const keepsScore = isFall(known.score, score) && doubted.score !== score;
  const keepsReviews = isFall(known.reviews, reviews) && doubted.reviews !== reviews;
  return {
    figures: {
      score: keepsScore ? known.score : score,
      reviews: keepsReviews ? known.reviews : reviews,
      rating_scale: score !== null && !keepsScore ? Math.round(read.scoreScale) : known.rating_scale,
    },
    doubted: { ...(keepsScore ? { score } : {}), ...(keepsReviews ? { reviews } : {}) },
  };
}

/** Returns which figures changed. Scores have two decimals, so a different score differs by at least 0.01. */
export function changedFigures(before: KnownFigures, after: KnownFigures): ('score' | 'reviews')[] {
  const changed: ('score' | 'reviews')[] = [];
  if (before.score !== after.score || before.rating_scale !== after.rating_scale) changed.push('score');
  if (before.reviews !== after.reviews) changed.push('reviews');
  return changed;
}
