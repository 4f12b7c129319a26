import type { ReviewFact } from '../facts/account-facts.suite';
import { type Dates, monthOf, within } from './local-months.suite';
import type { Selection } from '../facts/selection.suite';

interface OverTime {
  labels: string[];
  datasets: Record<string, number[]>;
  distributions: object;
}

export function naiveReviewsOverTime(selection: Selection, months: readonly string[]): OverTime {
  const reviews = selection.reviews().filter(({ day }) => months.includes(monthOf(day)));
  const labels = [
    ...reviews.map((review) => selection.labelOf(review)),
    ...selection.channels().map(({ label }) => label),
  ];
  const counts = (of: readonly ReviewFact[]): number[] =>
    months.map((month) => of.filter(({ day }) => monthOf(day) === month).length);
  const datasets = [...new Set(labels)].map((label): [string, number[]] => [
    label === 'total' ? 'total (platform)' : label,
    counts(reviews.filter((review) => selection.labelOf(review) === label)),
  ]);
  return {
    labels: months.map((month) => `${Number(month.slice(5))}/${month.slice(0, 4)}`),
    datasets: Object.fromEntries([...datasets, ['total', counts(reviews)]]),
    distributions: starsOf(reviews),
  };
}

export function naiveDistribution(selection: Selection, dates: Partial<Dates>): object {
  const reviews = within(selection.reviews(), dates);
  return { total: reviews.filter(isRated).length, distribution: starsOf(reviews) };
}

/** Returns true if the review has a star. */
export function isRated(review: ReviewFact): boolean {
  return starOf(review) !== null;
}

/** Counts in hundredths, so that no rating is rounded. */
function starOf({ rating_value, rating_scale }: ReviewFact): number | null {
  if (rating_value === null || (rating_value === 0 && rating_scale <= 5)) return null;
  const hundredths = Math.round(rating_value * 100) * 5;
  return [5, 4, 3, 2].find((star) => hundredths >= (star * 100 - 50) * rating_scale) ?? 1;
}

function starsOf(reviews: readonly ReviewFact[]): object {
  const count = (star: number): number => reviews.filter((review) => starOf(review) === star).length;
  return Object.fromEntries([1, 2, 3, 4, 5].map((star) => [star, count(star)]));
}
