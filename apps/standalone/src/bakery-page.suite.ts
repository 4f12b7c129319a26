/** A business's web page that can be connected as a channel: a bakery with one review. */
export const BAKERY_PAGE = `<!doctype html><title>Acme Bakery</title><script type="application/ld+json">${JSON.stringify(
  {
    '@context': 'https://schema.org',
    '@type': 'Bakery',
    name: 'Acme Bakery',
    aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 1 },
    review: [
      {
        '@type': 'Review',
        author: { '@type': 'Person', name: 'Ida' },
        datePublished: '2026-10-02',
        reviewBody: 'Good coffee, small tables.',
        reviewRating: { '@type': 'Rating', ratingValue: 4, bestRating: 5 },
      },
    ],
  },
)}</script>`;
