import { roundScore } from '../../normalise/numbers';
import type { OfficialFigures } from '../../platforms/platform';

export interface KnownFigures {
  score: number | null;
  reviews: number | null;
  rating_scale: number;
}

/** Platforms lose figures for a moment, so null or 0 does not replace a known positive figure. */
function settled(known: number | null, read: number | null): number | null {
  return (read === null || read === 0) && known !== null && known > 0 ? known : read;
}

/** Returns true if a known figure is missing from what the platform shows now. A second request may bring it back. */
export function hasMissingFigures(known: KnownFigures, read: OfficialFigures): boolean {
  return (
    settled(known.score, read.score) !== read.score || settled(known.reviews, read.reviews) !== read.reviews
  );
}

/** Returns the figures to store. The scale changes only together with a score. */
export function settleFigures(known: KnownFigures, read: OfficialFigures): KnownFigures {
  const score = read.score === null ? null : roundScore(read.score);
  const kept = settled(known.score, score);
  return {
    score: kept,
    reviews: settled(known.reviews, read.reviews),
    rating_scale: score !== null && kept === score ? Math.round(read.scoreScale) : known.rating_scale,
  };
}

/** Returns which figures changed. Scores have two decimals, so a different score differs by at least 0.01. */
export function changedFigures(before: KnownFigures, after: KnownFigures): ('score' | 'reviews')[] {
  const changed: ('score' | 'reviews')[] = [];
  if (before.score !== after.score || before.rating_scale !== after.rating_scale) changed.push('score');
  if (before.reviews !== after.reviews) changed.push('reviews');
  return changed;
}
