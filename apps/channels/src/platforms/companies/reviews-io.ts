import { jsonPlatform } from '../builders/json-platform';
import { letterLogo, type PlatformMeta } from '../platform';

interface Row {
  store_review_id?: number | string;
  rating?: number;
  title?: string;
  comments?: string;
  date_created?: string;
  reviewer?: { first_name?: string; last_name?: string; verified_buyer?: string; profile_picture?: string };
  images?: { image?: string }[];
  replies?: { comments?: string; date_created?: string }[];
}

interface Body {
  stats?: { average_rating?: string; total_reviews?: number };
  /** Live answers have a list. The documentation has it below `data`. */
  reviews?: Row[] | { data?: Row[] };
}

const PAGE_SIZE = 100;

const meta: PlatformMeta = {
  typeId: 24,
  slug: 'reviews_io',
  label: 'Reviews.io',
  aliases: ['reviewsio', 'reviews_co_uk'],
  category: 'companies',
  logo: letterLogo('R', '#0e1311'),
  method: 'url',
  ratingScale: 5,
  hosts: ['api.reviews.io'],
  rate: { perSecond: 2, burst: 4, crawls: 4 },
  robots: 'api',
  required: ['url'],
  optional: [],
  urlExample: 'https://www.reviews.io/company-reviews/store/acme-example',
  instructions:
    'Paste the URL of your company page on Reviews.io. All its reviews are read. If your account has closed its public feed, ' +
    'open it in the settings of Reviews.io first.',
  caps: {
    order: 'newest',
    fullHistory: true,
    paging: 'number',
    rating: true,
    text: true,
    media: true,
    ownerReply: true,
  },
  urls: [
    {
      re: /^https?:\/\/(?:www\.)?reviews\.(?:io|co\.uk)\/company-reviews\/store\/(?<id>[\w.-]+)/i,
      yes: [
        'https://www.reviews.io/company-reviews/store/acme-example',
        'https://reviews.co.uk/company-reviews/store/acme.example?page=2',
      ],
      no: [
        'https://www.reviews.io/product-reviews/acme-example',
        'https://reviews.io.example.com/company-reviews/store/acme',
      ],
    },
  ],
  maxPages: 1_000,
};

export const reviewsIo = jsonPlatform<{ id: string }, number, Body, Row>({
  meta,

  request: ({ key, cursor }) => ({
    url: 'https://api.reviews.io/merchant/reviews',
    query: { store: key.id, per_page: PAGE_SIZE, page: cursor ?? 1, order: 'desc' },
  }),

  rows: ({ reviews }) => (Array.isArray(reviews) ? reviews : reviews?.data),

  next: ({ count, request }) => (count === PAGE_SIZE ? (request.cursor ?? 1) + 1 : null),

  figures: ({ stats }, { id }) => ({
    name: id,
    url: `https://www.reviews.io/company-reviews/store/${id}`,
    score: stats?.average_rating,
    reviews: stats?.total_reviews,
  }),

  review: ({ store_review_id, rating, title, comments, date_created, reviewer, images, replies }) => ({
    id: store_review_id,
    author: [reviewer?.first_name, reviewer?.last_name].filter(Boolean).join(' '),
    authorImage: reviewer?.profile_picture,
    title,
    text: comments,
    rating,
    date: date_created,
    media: images?.map(({ image }) => ({ url: image })) ?? [],
    reply: replies?.[0] ? { text: replies[0].comments, date: replies[0].date_created } : null,
    verified: reviewer?.verified_buyer === 'yes',
  }),
});
