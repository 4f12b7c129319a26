import { isInsightsLanguage } from '../../generation/insights-languages';
import { beginsWithPeople, type CountClaim, countClaims, numberWordsIn } from './number-words';
import { numbersIn, type StatedNumber } from './numbers-in-text';

/** The reviews of a task, counted. */
export interface ReviewFigures {
  count: number;
  /** Null if no review is rated. */
  average: number | null;
  /** How many reviews have one to five stars. */
  stars: readonly [number, number, number, number, number];
}

export function figuresOf(reviews: readonly { star: number | null }[]): ReviewFigures {
  const withStars = (stars: number): number => reviews.filter(({ star }) => star === stars).length;
  const stars = [withStars(1), withStars(2), withStars(3), withStars(4), withStars(5)] as const;
  const rated = stars.reduce((sum, count) => sum + count, 0);
  const total = stars.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return { count: reviews.length, average: rated === 0 ? null : total / rated, stars };
}

/** What a statement may take its numbers from. */
export interface NumberSources {
  figures: ReviewFigures;
  /** Number of the reviews that it cites. */
  cited: number;
  /** Their texts, the name of the business, and what else the model was told. */
  texts: readonly string[];
  /** ISO 639-1. Number words of other languages than the six are not checked. */
  language: string | null;
}

/** As in "5-star", "5 étoiles" or "4 Sterne". */
const STAR_WORD = /^[\s-]*(?:★|\*|stars?\b|étoile|etoile|estrella|estrela|stern|stelle|stella)/iu;
/** As in "4.2 out of 5" and "4,2/5". */
const BEFORE_SCALE = /(?:\d\s*(?:\/|★)?\s*(?:\/|out of|of|sur|von|de|em|su|sobre)|\/)\s*$/iu;

/** Returns true if every number in the text, and every count of reviews in words, comes from its sources. */
export function areNumbersSupported(text: string, sources: NumberSources): boolean {
  const values = new Set(sources.texts.flatMap((source) => numbersIn(source)).map(keyOf));
  for (const source of sources.texts) for (const value of numberWordsIn(source)) values.add(String(value));
  const isSupported = (number: StatedNumber): boolean => {
    if (isOfPeople(number)) return number.value === sources.figures.count;
    if (values.has(keyOf(number))) return true;
    return number.isPercent
      ? isShare(number, sources)
      : isCount(number.value, sources) || isRating(number, sources);
  };
  const claims =
    sources.language !== null && isInsightsLanguage(sources.language)
      ? countClaims(text, sources.language)
      : [];
  return numbersIn(text).every(isSupported) && claims.every((claim) => isClaimTrue(claim, sources, values));
}

/** True for the second number of "4 out of 5 guests". Such a share is only right if it is of all reviews. */
function isOfPeople({ before, after }: StatedNumber): boolean {
  return BEFORE_SCALE.test(before) && beginsWithPeople(after);
}

function keyOf({ value, isPercent }: StatedNumber): string {
  return isPercent ? `${value} %` : String(value);
}

function sentimentCounts({ stars: [one, two, three, four, five] }: ReviewFigures): number[] {
  return [one + two, three, four + five];
}

function isCount(value: number, { figures, cited }: NumberSources): boolean {
  return [figures.count, cited, ...figures.stars, ...sentimentCounts(figures)].some(
    (count) => count > 0 && count === value,
  );
}

function isShare(number: StatedNumber, { figures, cited }: NumberSources): boolean {
  const rated = figures.stars.reduce((sum, count) => sum + count, 0);
  const ofRated = [...figures.stars, ...sentimentCounts(figures)].map((count) => [count, rated] as const);
  return [...ofRated, [cited, figures.count] as const].some(
    ([part, whole]) => part > 0 && whole > 0 && isRoundingOf(number, (part * 100) / whole),
  );
}

function isRating(number: StatedNumber, { figures }: NumberSources): boolean {
  const { value, before, after } = number;
  if (value === 5 && BEFORE_SCALE.test(before)) return true;
  if (STAR_WORD.test(after) && (figures.stars[value - 1] ?? 0) > 0) return true;
  return isAverage(number, figures);
}

function isAverage(number: StatedNumber, { average }: ReviewFigures): boolean {
  return average !== null && isRoundingOf(number, average);
}

/** Rounded up, down or to the nearest: closer than one unit of the last digit. */
function isRoundingOf({ value, decimals }: StatedNumber, exact: number): boolean {
  return Math.abs(value - exact) < 10 ** -decimals - 1e-9;
}

function isClaimTrue(claim: CountClaim, sources: NumberSources, values: ReadonlySet<string>): boolean {
  const { figures, cited } = sources;
  const positive = sentimentCounts(figures)[2] ?? 0;
  if (claim === 'all') return cited === figures.count || positive === figures.count;
  if (claim === 'half') {
    return [cited, positive].some((part) => Math.abs(part * 2 - figures.count) <= 1);
  }
  return isCount(claim, sources) || values.has(String(claim));
}
