import type { ReviewFact } from '../facts/account-facts.suite';
import { type Dates, monthOf, monthsIn, periodBefore, within } from './local-months.suite';
import type { Selection } from '../facts/selection.suite';
import { difference, quotient, share } from './exact-numbers.suite';

const HOUR_SECONDS = 3_600;

type Figures = Record<'reviews' | 'replied' | 'dated_replies', number> &
  Record<'share' | 'median_hours', number | null>;

/** The report on the replies to the selected reviews. */
export function naiveReplies(selection: Selection, dates: Dates, compare: boolean): object {
  const reviews = within(selection.reviews(), dates);
  const before = periodBefore(dates);
  const [totals, previous] = [figuresOf(reviews), figuresOf(within(selection.reviews(), before))];
  const labels = [...new Set(reviews.map(({ label }) => label))];
  const platforms = labels.map((label) => ({
    label,
    ...figuresOf(reviews.filter((one) => one.label === label)),
  }));
  return {
    success: true,
    ...dates,
    totals,
    months: monthsIn(dates).map((month) => ({
      month,
      ...figuresOf(reviews.filter(({ day }) => monthOf(day) === month)),
    })),
    platforms: platforms.sort(
      (one, other) => other.reviews - one.reviews || (one.label < other.label ? -1 : 1),
    ),
    ...(compare ? { previous: { ...before, totals: previous }, change: changeOf(totals, previous) } : {}),
  };
}

function changeOf(now: Figures, before: Figures): Figures {
  return {
    reviews: now.reviews - before.reviews,
    replied: now.replied - before.replied,
    share: difference(now.share, before.share),
    dated_replies: now.dated_replies - before.dated_replies,
    median_hours: difference(now.median_hours, before.median_hours),
  };
}

function figuresOf(reviews: readonly ReviewFact[]): Figures {
  const replied = reviews.filter((review) => review.replied).length;
  const seconds = reviews.flatMap(({ reply_seconds }) => (reply_seconds === null ? [] : [reply_seconds]));
  return {
    reviews: reviews.length,
    replied,
    share: share(replied, reviews.length),
    dated_replies: seconds.length,
    median_hours: seconds.length === 0 ? null : quotient(twiceTheMedian(seconds), 2 * HOUR_SECONDS, 1),
  };
}

function twiceTheMedian(seconds: readonly number[]): number {
  const sorted = seconds.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.floor(sorted.length / 2)]!;
}
