import type { ReviewFigures } from '@plaudit/contracts';
import { machineDate } from '../layouts/dates';
import type { PublicReview } from '../public-json/public-widget';
import type { SeoSettings } from '../settings/settings';

export interface OwnReviews {
  figures: ReviewFigures;
  /** The public ids of the reviews that no channel collected. */
  ids: ReadonlySet<string>;
}

/**
 * Returns a script element that describes the reviewed item to search engines, or an empty text. It counts and lists only
 * reviews that were written for this business, because search engines do not accept ratings collected on other sites. It lists only
 * reviews that the page shows.
 */
export function jsonLdScript(
  seo: SeoSettings,
  { figures, ids }: OwnReviews,
  shown: readonly PublicReview[],
): string {
  const name = seo.item_name.trim();
  const rated = Object.values(figures.distribution).reduce((sum, count) => sum + count, 0);
  if (!seo.json_ld || name === '' || rated === 0 || figures.average === null) return '';
  const item = {
    '@context': 'https://schema.org',
    '@type': seo.item_type,
    name,
    ...(seo.item_url === null ? {} : { url: seo.item_url }),
    ...(seo.item_image === null ? {} : { image: seo.item_image }),
    aggregateRating: {
      '@type': 'AggregateRating',
      ratingValue: figures.average,
      bestRating: 5,
      worstRating: 1,
      ratingCount: rated,
      reviewCount: figures.count,
    },
    review: shown.filter(({ id }) => ids.has(id)).flatMap(reviewOf),
  };
  // `</script>` inside a text would end the element.
  const json = JSON.stringify(item).replace(/[<>&\u2028\u2029]/g, escaped);
  return `<script type="application/ld+json">${json}</script>`;
}

/** Search engines need the author and the rating of a review. */
function reviewOf(review: PublicReview): object[] {
  const { author, rating, text } = review;
  const date = machineDate(review);
  if (author.name === null || rating === null) return [];
  return [
    {
      '@type': 'Review',
      author: { '@type': 'Person', name: author.name },
      reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
      ...(date === null ? {} : { datePublished: date }),
      ...(text === '' ? {} : { reviewBody: text }),
    },
  ];
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
