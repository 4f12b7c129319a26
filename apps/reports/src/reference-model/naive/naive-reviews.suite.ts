import type { ReviewFact } from '../facts/account-facts.suite';
import { type Dates, daysBefore, monthOf, monthsUntil, periodBefore, within } from './local-months.suite';
import type { Selection } from '../facts/selection.suite';

interface OverTime {
  labels: string[];
  datasets: Record<string, number[]>;
  distributions: Stars;
}

type Stars = Record<1 | 2 | 3 | 4 | 5, number>;

interface Distribution {
  total: number;
  distribution: Stars;
}

/** The report on the last months. */
export function naiveReviewsOverTime(selection: Selection, count: number, compare: boolean): object {
  const months = monthsUntil(selection.facts.today, count * 2);
  const [now, previous] = [
    overTime(selection, months.slice(count)),
    overTime(selection, months.slice(0, count)),
  ];
  return {
    success: true,
    ...now,
    ...(compare
      ? { previous, change: { total: sum(now.datasets.total!) - sum(previous.datasets.total!) } }
      : {}),
  };
}

function overTime(selection: Selection, months: readonly string[]): OverTime {
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

/** The report on the reviews of a period, or of all times for null. */
export function naiveDistribution(selection: Selection, period: Dates | null, compare: boolean): object {
  const of = (dates: Partial<Dates>): Distribution => {
    const reviews = within(selection.reviews(), dates);
    return { total: reviews.filter(isRated).length, distribution: starsOf(reviews) };
  };
  const now = of({ ...period });
  const previous = of(period ? periodBefore(period) : { to: daysBefore(selection.facts.today, 30) });
  return { ...now, ...(compare ? { previous, change: changeOf(now, previous) } : {}) };
}

function changeOf(now: Distribution, before: Distribution): Distribution {
  return {
    total: now.total - before.total,
    distribution: byStar((star) => now.distribution[star] - before.distribution[star]),
  };
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

function starsOf(reviews: readonly ReviewFact[]): Stars {
  return byStar((star) => reviews.filter((review) => starOf(review) === star).length);
}

function byStar(count: (star: keyof Stars) => number): Stars {
  return { 1: count(1), 2: count(2), 3: count(3), 4: count(4), 5: count(5) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
