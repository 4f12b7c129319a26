import { isDated } from '@plaudit/contracts/posted-day';
import type { Review } from '../model/review-rows';

export interface SelectionFigures {
  /** Reviews by their stars, the best first. '0' are those without a rating. */
  stars: { stars: number; count: number }[];
  platforms: { platform: string; label: string; count: number }[];
  /** The language of all of them, if they have the same. */
  language: string | null;
  /** When the oldest of those that wait was posted. Null if none waits whose date is known. */
  oldestWaiting: string | null;
}

const MAX_PLATFORMS = 6;

/** Returns what the reviews of a selection have in common. */
export function figuresOf(reviews: readonly Review[]): SelectionFigures {
  const stars = countedBy(reviews, ({ rating_value, rating_scale }) =>
    rating_value === null ? 0 : Math.round((rating_value / rating_scale) * 5),
  );
  const platforms = countedBy(reviews, ({ label }) => label);
  const slugs = new Map(reviews.map(({ platform, label }) => [label, platform]));
  const languages = new Set(reviews.map(({ language }) => language));
  const [language = null] = languages;
  const waiting = reviews
    .filter((review) => review.status === 'inbox' && isDated(review))
    .map(({ posted_on }) => posted_on);
  return {
    stars: [...stars].map(([value, count]) => ({ stars: value, count })).sort((a, b) => b.stars - a.stars),
    platforms: [...platforms]
      .map(([label, count]) => ({ platform: slugs.get(label) ?? '', label, count }))
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_PLATFORMS),
    language: languages.size === 1 ? language : null,
    oldestWaiting: waiting.sort()[0] ?? null,
  };
}

function countedBy<Key>(reviews: readonly Review[], keyOf: (review: Review) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const review of reviews) counts.set(keyOf(review), (counts.get(keyOf(review)) ?? 0) + 1);
  return counts;
}
