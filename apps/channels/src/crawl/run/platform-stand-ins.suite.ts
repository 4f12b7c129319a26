import type { FixtureResponse, RecordedRequest } from '@plaudit/testing';

export interface ShownReview {
  id: string;
  rating: number;
  text: string;
  /** ISO 8601, a day. */
  date: string;
}

/** What a stand-in shows of its profile. The newest review is the first. */
export interface ShownProfile {
  reviews: ShownReview[];
  /** The official number of reviews. */
  count: number;
}

/** Imitates a platform with one profile. Pages are counted from 0. */
export interface StandIn {
  slug: string;
  origin: string;
  pageSize: number;
  /** Returns the body of POST /channels/add for profile `n`. */
  connection(n: number): Record<string, unknown>;
  /** Returns the page that a request is for, or null if it is for something else. */
  pageOf(request: RecordedRequest): number | null;
  /** Returns a page. A platform with numbered pages cannot name the next one. */
  page(reviews: readonly ShownReview[], next: number | null, shown: ShownProfile): FixtureResponse;
  /** Responds to a request for anything but a page. */
  about(shown: ShownProfile): FixtureResponse;
}

const numbered: StandIn = {
  slug: 'reviews_io',
  origin: 'https://api.reviews.io',
  pageSize: 100,
  connection: (n) => ({
    type: 'reviews_io',
    url: `https://www.reviews.io/company-reviews/store/acme-${n}`,
  }),
  pageOf: ({ query }) => Number(query.get('page')),
  page: (reviews, _next, { count }) => ({
    body: {
      stats: { average_rating: '4.5', total_reviews: count },
      reviews: reviews.map(({ id, rating, text, date }) => ({
        store_review_id: id,
        rating,
        comments: text,
        date_created: `${date} 10:00:00`,
      })),
    },
  }),
  about: () => ({ status: 404 }),
};

const offset: StandIn = {
  slug: 'atlassian_marketplace',
  origin: 'https://marketplace.atlassian.com',
  pageSize: 50,
  connection: (n) => ({
    type: 'atlassian_marketplace',
    url: `https://marketplace.atlassian.com/plugins/com.acme.n${n}`,
  }),
  pageOf: ({ query }) => (query.get('limit') === '50' ? Number(query.get('offset')) / 50 : null),
  page: (reviews, _next, { count }) => ({
    body: {
      count,
      averageStars: 3.5,
      _embedded: {
        reviews: reviews.map(({ id, rating, text, date }) => ({
          id,
          stars: rating,
          review: text,
          date,
        })),
      },
    },
  }),
  about: ({ count }) => ({ body: { count, averageStars: 3.5, _embedded: { reviews: [] } } }),
};

const cursor: StandIn = {
  slug: 'okendo',
  origin: 'https://api.okendo.io',
  pageSize: 5,
  connection: (n) => ({
    type: 'okendo',
    access_token: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
  }),
  pageOf: ({ path, query }) => (path.endsWith('/reviews') ? Number(query.get('lastEvaluated') ?? 0) : null),
  page: (reviews, next) => ({
    body: {
      reviews: reviews.map(({ id, rating, text, date }) => ({
        reviewId: id,
        rating,
        body: text,
        dateCreated: `${date}T10:00:00.000Z`,
      })),
      nextUrl: next === null ? null : `/stores/acme/reviews?lastEvaluated=${next}`,
    },
  }),
  about: ({ count }) => ({
    body: { reviewAggregate: { reviewCount: count, reviewRatingValuesTotal: count * 4 } },
  }),
};

const markup: StandIn = {
  slug: 'yell',
  origin: 'https://www.yell.com',
  pageSize: 3,
  connection: (n) => ({ type: 'yell', url: `https://www.yell.com/biz/acme-${n}/` }),
  pageOf: ({ path, query }) => (path === '/robots.txt' ? null : Number(query.get('page') ?? 1) - 1),
  page(reviews, next, { count }) {
    const data = {
      '@type': 'LocalBusiness',
      name: 'Acme',
      aggregateRating: { ratingValue: 4.5, reviewCount: count },
      review: reviews.map(({ id, rating, text, date }) => ({
        '@type': 'Review',
        '@id': id,
        author: 'Ann',
        datePublished: date,
        reviewBody: text,
        reviewRating: { ratingValue: rating },
      })),
    };
    const link = next === null ? '' : `<link rel="next" href="?page=${next + 1}">`;
    const body = `<html><head>${link}<script type="application/ld+json">${JSON.stringify(data)}</script></head></html>`;
    return { headers: { 'content-type': 'text/html' }, body };
  },
  about: () => ({ status: 404 }),
};

/** One platform of each kind: pages with numbers, offsets, cursors, and pages in HTML. */
export const STAND_INS: readonly StandIn[] = [numbered, offset, cursor, markup];

/** Returns `count` invented reviews, newest first, one per day. */
export function shownReviews(count: number, newest = '2026-10-30'): ShownReview[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `review-${count - index}`,
    rating: 4,
    text: `Text ${count - index}`,
    date: new Date(Date.parse(newest) - index * 86_400_000).toISOString().slice(0, 10),
  }));
}
