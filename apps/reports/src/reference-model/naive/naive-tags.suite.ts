import type { ReviewFact } from '../facts/account-facts.suite';
import { difference, type Score, weightedMean } from './exact-numbers.suite';
import { type Dates, monthOf, monthsIn, periodBefore, within } from './local-months.suite';
import { isRated } from './naive-reviews.suite';
import type { Selection } from '../facts/selection.suite';

interface TagFigures {
  reviews: number;
  average_rating: number | null;
}

/** The report on all tags of the selected reviews. */
export function naiveTags(selection: Selection, dates: Dates, compare: boolean): object {
  const reviews = within(selection.reviews(), dates);
  const before = within(selection.reviews(), periodBefore(dates));
  const ids = [...new Set(reviews.flatMap(({ tags }) => tags))];
  const tags = ids.map((id) => {
    const tagged = withTag(reviews, id);
    const [figures, previous] = [figuresOf(tagged), figuresOf(withTag(before, id))];
    return {
      id: selection.tagId(id),
      name: `tag ${id}`,
      ...figures,
      months: monthsIn(dates).map((month) => ({
        month,
        ...figuresOf(tagged.filter(({ day }) => monthOf(day) === month)),
      })),
      ...(compare ? { previous, change: changeOf(figures, previous) } : {}),
    };
  });
  return {
    success: true,
    ...dates,
    tags_total: tags.length,
    tags: tags.sort((one, other) => other.reviews - one.reviews || one.id - other.id),
    ...(compare ? { previous: periodBefore(dates) } : {}),
  };
}

/** The mean of the ratings of reviews on a scale. A rating above its own scale counts as the best. */
export function meanRating(reviews: readonly ReviewFact[], scale = 5): number | null {
  const scores = reviews.filter(isRated).map(({ rating_value, rating_scale }): Score => ({
    value: Math.min(rating_value!, rating_scale),
    scale: rating_scale,
    weight: 1,
  }));
  return weightedMean(scores, scale);
}

function withTag(reviews: readonly ReviewFact[], id: number): ReviewFact[] {
  return reviews.filter(({ tags }) => tags.includes(id));
}

function changeOf(now: TagFigures, before: TagFigures): TagFigures {
  return {
    reviews: now.reviews - before.reviews,
    average_rating: difference(now.average_rating, before.average_rating),
  };
}

function figuresOf(reviews: readonly ReviewFact[]): TagFigures {
  return { reviews: reviews.length, average_rating: meanRating(reviews) };
}
