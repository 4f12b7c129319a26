import { roundScore } from '../normalise/numbers';
import type { OfficialFigures } from '../platforms/platform';

export interface KnownFigures {
  score: number | null;
  reviews: number | null;
  rating_scale: number;
}

/** Platforms lose figures for a moment: null or 0 where there was something says nothing. */
function settled(known: number | null, told: number | null): number | null {
  return (told === null || told === 0) && known !== null && known > 0 ? known : told;
}

/** True when the platform told nothing where it told something before; then it is worth asking twice. */
export function isLapse(known: KnownFigures, told: OfficialFigures): boolean {
  return (
    settled(known.score, told.score) !== told.score || settled(known.reviews, told.reviews) !== told.reviews
  );
}

/** The figures to keep. The scale moves only together with a score. */
export function settleFigures(known: KnownFigures, told: OfficialFigures): KnownFigures {
  const score = told.score === null ? null : roundScore(told.score);
  const kept = settled(known.score, score);
  return {
    score: kept,
    reviews: settled(known.reviews, told.reviews),
    rating_scale: score !== null && kept === score ? Math.round(told.scoreScale) : known.rating_scale,
  };
}

/** Which of the two moved. Scores have two decimals, so different means by at least 0.01. */
export function changedFigures(before: KnownFigures, after: KnownFigures): ('score' | 'reviews')[] {
  const changed: ('score' | 'reviews')[] = [];
  if (before.score !== after.score || before.rating_scale !== after.rating_scale) changed.push('score');
  if (before.reviews !== after.reviews) changed.push('reviews');
  return changed;
}
