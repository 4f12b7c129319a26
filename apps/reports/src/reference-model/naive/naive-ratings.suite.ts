import type { ChannelFact, CrawlFact, ReviewFact } from '../facts/account-facts.suite';
import { difference, weightedMean } from './exact-numbers.suite';
import { daysBefore, monthOf, monthsUntil } from './local-months.suite';
import { isRated } from './naive-reviews.suite';
import { meanRating } from './naive-tags.suite';
import type { Selection } from '../facts/selection.suite';

/** Official figures of a channel, now or on a day. */
type Figures = Pick<ChannelFact, 'score' | 'rating_scale' | 'reviews'>;

interface Collected {
  collected_average: number | null;
  collected_count: number;
}

interface MonthAverage extends Collected {
  month: string;
  average_rating: number | null;
}

interface HistoryPoint {
  date: string;
  score: number | null;
  reviews: number | null;
  estimated?: true;
}

export function naiveRatings(selection: Selection, compare: boolean): object {
  const channels = selection.channels();
  const types = [...new Set(channels.map(({ type_id }) => type_id))].map((typeId) => [
    typeId,
    ratedType(
      selection,
      channels.filter(({ type_id }) => type_id === typeId),
    ),
  ]);
  return {
    success: true,
    types: Object.fromEntries(types),
    totals: { ...totalsOf(channels), ...collectedIn(selection.reviews()) },
    ...(compare ? { previous: previousRatings(selection) } : {}),
  };
}

/** The totals of 30 days ago, of the channels of today. */
function previousRatings(selection: Selection): object | null {
  const on = daysBefore(selection.facts.today, 30);
  const last = selection.channels().flatMap(({ id }) => {
    const crawls = selection.facts.crawls.filter(({ channel, day }) => channel.id === id && day <= on);
    return lastOf(crawls);
  });
  return last.length === 0 ? null : { on, totals: totalsOf(last) };
}

/** The report on the last months. */
export function naiveAverages(selection: Selection, count: number, compare: boolean): object {
  const months = monthsUntil(selection.facts.today, count * 2);
  const [now, before] = [
    averagesOf(selection, months.slice(count)),
    averagesOf(selection, months.slice(0, count)),
  ];
  const average_rating = difference(lastAverage(now), lastAverage(before));
  return { months: now, ...(compare ? { previous: { months: before }, change: { average_rating } } : {}) };
}

function lastAverage(figures: readonly Pick<MonthAverage, 'average_rating'>[]): number | null {
  return figures.flatMap(({ average_rating }) => average_rating ?? []).at(-1) ?? null;
}

function averagesOf(selection: Selection, months: readonly string[]): MonthAverage[] {
  const crawls = selection.crawls();
  return months.map((month) => {
    const read = crawls.filter(({ day }) => monthOf(day) === month);
    const channels = new Set(read.map(({ channel }) => channel.id));
    const last = [...channels].flatMap((id) => lastOf(read.filter(({ channel }) => channel.id === id)));
    const isNew = ratedBy(selection, `${month}-31`).some(({ day }) => monthOf(day) === month);
    const begun = crawls.some(({ day, score }) => score !== null && monthOf(day) <= month);
    return { month, average_rating: meanOf(last), ...collected(selection, `${month}-31`, isNew && !begun) };
  });
}

/** The ratings with a date up to a day and to today. */
function ratedBy(selection: Selection, last: string): ReviewFact[] {
  const { today } = selection.facts;
  return selection.reviews().filter((review) => isRated(review) && review.day <= last && review.day <= today);
}

/** The average of the collected ratings up to a day, if it is shown. */
function collected(selection: Selection, last: string, isShown: boolean): Collected {
  const known = ratedBy(selection, last);
  if (!isShown || known.length === 0) return { collected_average: null, collected_count: 0 };
  return { collected_average: meanRating(known, 5), collected_count: known.length };
}

interface DayFigures extends Collected {
  day: string;
  average_rating: number | null;
  reviews: number;
}

/** The report on the last days. */
export function naiveDaily(selection: Selection, count: number, compare: boolean): object {
  const { today } = selection.facts;
  const all = Array.from({ length: count * 2 }, (_, at) =>
    dayOf(selection, daysBefore(today, count * 2 - 1 - at)),
  );
  const [before, days] = [all.slice(0, count), all.slice(count)];
  const sum = (figures: readonly DayFigures[]): number =>
    figures.reduce((total, { reviews }) => total + reviews, 0);
  const change = {
    average_rating: difference(lastAverage(days), lastAverage(before)),
    reviews: sum(days) - sum(before),
  };
  const periodOf = (figures: readonly DayFigures[]): object => ({
    from: figures[0]!.day,
    to: figures.at(-1)!.day,
    days: figures,
  });
  return { success: true, ...periodOf(days), ...(compare ? { previous: periodOf(before), change } : {}) };
}

function dayOf(selection: Selection, day: string): DayFigures {
  const crawls = selection.crawls();
  const recent = crawls.filter((crawl) => crawl.day <= day && crawl.day > daysBefore(day, 7));
  const channels = new Set(recent.map(({ channel }) => channel.id));
  const last = [...channels].flatMap((id) => lastOf(recent.filter(({ channel }) => channel.id === id)));
  const wasRead = crawls.some((crawl) => crawl.day === day);
  const reviews = selection.reviews().filter((review) => review.day === day).length;
  const begun = crawls.some((crawl) => crawl.score !== null && crawl.day <= day);
  return {
    day,
    average_rating: wasRead ? meanOf(last) : null,
    reviews,
    ...collected(selection, day, !begun),
  };
}

/** The history of the only channel of the selection, over so many days. */
export function naiveHistory(selection: Selection, days: number): HistoryPoint[] {
  const [channel] = selection.channels();
  const { today } = selection.facts;
  const first = daysBefore(today, days - 1);
  const crawls = selection.crawls();
  const measuredDays = new Set(crawls.map(({ day }) => day));
  const begun = [...measuredDays].sort()[0] ?? '9999';
  const rated = selection.reviews().filter((review) => isRated(review) && review.day <= today);
  const points: HistoryPoint[] = [];
  for (let ago = days - 1; ago >= 0; ago -= 1) {
    const date = daysBefore(today, ago);
    const known = rated.filter(({ day }) => day <= date);
    const isNew = known.some(({ day }) => day === date) || (date === first && known.length > 0);
    const [crawl] = lastOf(crawls.filter(({ day }) => day === date));
    if (crawl) points.push({ date, score: scoreOn(channel!, crawl), reviews: crawl.reviews });
    else if (date < begun && isNew) {
      const score = meanRating(known, channel!.rating_scale);
      points.push({ date, score, reviews: known.length, estimated: true });
    }
  }
  return points;
}

function ratedType(selection: Selection, channels: readonly ChannelFact[]): object {
  const reviewsOf = (ids: readonly number[]): ReviewFact[] =>
    selection.reviews().filter(({ channel_id }) => channel_id !== null && ids.includes(channel_id));
  const rating_scale = commonScale(channels);
  const { rating_value, official_num_reviews } = totalsOf(channels);
  return {
    label: channels[0]!.label,
    logo: null,
    rating_scale,
    official_score: meanOf(channels, rating_scale),
    official_num_reviews,
    channel_count: channels.length,
    rating_value,
    ...collectedIn(reviewsOf(channels.map(({ id }) => id))),
    channels: channels
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, ...figures }) => ({
        id,
        name: `Channel ${id}`,
        official_score: meanOf([figures], rating_scale),
        official_num_reviews: figures.reviews ?? 0,
        ...collectedIn(reviewsOf([id])),
      })),
  };
}

function collectedIn(reviews: readonly ReviewFact[]): object {
  return {
    collected_rating_value: meanRating(reviews),
    collected_num_reviews: reviews.filter(isRated).length,
  };
}

/** The scale of most channels; of several, the largest. */
function commonScale(channels: readonly ChannelFact[]): number {
  const scales = [...new Set(channels.map(({ rating_scale }) => rating_scale))];
  const count = (scale: number): number =>
    channels.filter(({ rating_scale }) => rating_scale === scale).length;
  return scales.toSorted((one, other) => count(other) - count(one) || other - one)[0]!;
}

function totalsOf(figures: readonly Figures[]): {
  rating_value: number | null;
  official_num_reviews: number;
} {
  return {
    rating_value: meanOf(figures),
    official_num_reviews: figures.reduce((sum, { reviews }) => sum + (reviews ?? 0), 0),
  };
}

function meanOf(figures: readonly Figures[], scale = 5): number | null {
  const scores = figures.flatMap(({ score, rating_scale, reviews }) =>
    score === null ? [] : [{ value: score, scale: rating_scale, weight: reviews ?? 0 }],
  );
  return weightedMean(scores, scale);
}

/** A score is shown as it was read, unless the platform changed its scale since. */
function scoreOn(channel: ChannelFact, crawl: CrawlFact): number | null {
  return crawl.rating_scale === channel.rating_scale ? crawl.score : meanOf([crawl], channel.rating_scale);
}

function lastOf(crawls: readonly CrawlFact[]): CrawlFact[] {
  return crawls.toSorted((one, other) => (one.checked_on < other.checked_on ? -1 : 1)).slice(-1);
}
