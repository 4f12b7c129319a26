import type { ReviewFact } from '../facts/account-facts.suite';
import { type Dates, monthOf, monthsIn, periodBefore, within } from './local-months.suite';
import type { Selection } from '../facts/selection.suite';

const HALF_TENTH_SECONDS = 180;

/** The report on the replies to the selected reviews. */
export function naiveReplies(selection: Selection, dates: Dates, compare: boolean): object {
  const reviews = within(selection.reviews(), dates);
  const before = periodBefore(dates);
  const labels = [...new Set(reviews.map(({ label }) => label))];
  const platforms = labels.map((label) => ({
    label,
    ...figuresOf(reviews.filter((one) => one.label === label)),
  }));
  return {
    success: true,
    ...dates,
    totals: figuresOf(reviews),
    months: monthsIn(dates).map((month) => ({
      month,
      ...figuresOf(reviews.filter(({ day }) => monthOf(day) === month)),
    })),
    platforms: platforms.sort(
      (one, other) => other.reviews - one.reviews || (one.label < other.label ? -1 : 1),
    ),
    ...(compare
      ? {
          previous: { ...before, totals: figuresOf(within(selection.reviews(), before)) },
          change: expect.anything() as unknown,
        }
      : {}),
  };
}

function figuresOf(reviews: readonly ReviewFact[]): { reviews: number } & Record<string, number | null> {
  const replied = reviews.filter((review) => review.replied).length;
  const seconds = reviews.flatMap(({ reply_seconds }) => (reply_seconds === null ? [] : [reply_seconds]));
  return {
    reviews: reviews.length,
    replied,
    share: reviews.length === 0 ? null : halfUp(replied * 10_000, reviews.length) / 10_000,
    dated_replies: seconds.length,
    median_hours: seconds.length === 0 ? null : halfUp(twiceTheMedian(seconds), HALF_TENTH_SECONDS * 4) / 10,
  };
}

function twiceTheMedian(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!;
}

/** Returns the quotient of two whole numbers as a whole number. */
function halfUp(over: number, under: number): number {
  return Math.floor((over * 2 + under) / (under * 2));
}
